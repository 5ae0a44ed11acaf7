# The site beside a PostgreSQL of its own (DATABASE_URL); see compose.yaml. Listens on all its addresses, so it starts with ALLOW_SANDBOX=1 only.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node tools/build.mjs && npm prune --omit=dev --no-audit --no-fund

# What runs: no package of development, no tests, no tools, no demo
FROM node:24-bookworm-slim AS site
RUN apt-get update \
  && apt-get install -y --no-install-recommends libreoffice-impress fonts-noto-cjk poppler-utils bubblewrap ffmpeg \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/src ./src
COPY --from=build /app/dist ./dist
RUN mkdir -p /data /backups && chown node:node /data /backups
USER node
ENV HOST=0.0.0.0 DATA_DIR=/data BACKUP_DIR=/backups NODE_ENV=production NODE_OPTIONS=--max-semi-space-size=16
VOLUME /data /backups
EXPOSE 4321
HEALTHCHECK --start-period=60s CMD node -e "fetch('http://127.0.0.1:4321/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
CMD ["node_modules/.bin/node", "src/main.ts"]

# To look around: `docker build --target demo .`
FROM site AS demo
COPY --from=build /app/demo ./demo

FROM site
