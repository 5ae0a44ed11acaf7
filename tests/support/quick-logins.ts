import pg from 'pg';

/** A login has both ends hash the password 4,096 times, a quarter of what a connection costs, and a run makes thousands of them. */
export async function quickLogins(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { username, password } = new URL(url);
    await client.query('set scram_iterations = 1');
    await client.query(`alter user ${client.escapeIdentifier(username)} password ${client.escapeLiteral(password)}`);
  } finally {
    await client.end();
  }
}
