import { resolveOutside } from '#server/inside-network.ts'
import type { Smtp } from './smtp.ts'

/** An account's server may only lie outside, and the address looked at is the one used. @throws InsideNetwork */
export async function resolveSmtpHost({
  host,
  outside,
}: Smtp): Promise<{ host: string; servername?: string }> {
  return outside ? { host: await resolveOutside(host), servername: host } : { host }
}
