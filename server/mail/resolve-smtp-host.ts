import { lookup } from 'node:dns/promises'
import { BlockList } from 'node:net'
import type { Smtp } from './smtp.ts'

const inside = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(net, bits, 'ipv6')

export function isInside(address: string): boolean {
  const [, four] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (four) return isInside(four)
  if (!address.includes(':')) return inside.check(address, 'ipv4')
  // What is left of the mapped form is written in hexadecimal.
  return /^::ffff:/i.test(address) || inside.check(address, 'ipv6')
}

export class InsideNetwork extends Error {}

/** An account's server may only lie outside, and the address looked at is the one used. @throws InsideNetwork */
export async function resolveSmtpHost({
  host,
  outside,
}: Smtp): Promise<{ host: string; servername?: string }> {
  if (!outside) return { host }
  const found = await lookup(host, { all: true })
  if (found.some(({ address }) => isInside(address))) throw new InsideNetwork()
  return { host: found[0]?.address ?? host, servername: host }
}
