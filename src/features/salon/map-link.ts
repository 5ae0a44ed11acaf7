/** The map app of this device for a written address; null where none would answer: desks, and inside of WeChat. */
export function mapLink(user_agent: string, address: string): string | null {
  const query = encodeURIComponent(address);
  if (user_agent.includes('MicroMessenger')) return null;
  if (/Android|HarmonyOS/.test(user_agent)) return `geo:0,0?q=${query}`;
  return /iPhone|iPad|Macintosh/.test(user_agent) ? `https://maps.apple.com/?q=${query}` : null;
}
