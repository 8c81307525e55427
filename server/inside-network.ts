import { lookup } from 'node:dns/promises'
import { BlockList } from 'node:net'

/** Of the IANA registry of special-purpose IPv4 addresses, with multicast (224.0.0.0/4) and the reserved 240.0.0.0/4. */
const SPECIAL_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const

/** Of the IANA registry of special-purpose IPv6 addresses, those within 2000::/3: Teredo and 6to4 carry IPv4 addresses. */
const SPECIAL_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const

const special = new BlockList()
for (const [net, bits] of SPECIAL_IPV4) special.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of SPECIAL_IPV6) special.addSubnet(net, bits, 'ipv6')

/** The only IPv6 addresses that stand for one machine in the Internet: mapped, NAT64 and local ones lie beside it. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

export function isInside(address: string): boolean {
  const [, four] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (four) return isInside(four)
  if (!address.includes(':')) return special.check(address, 'ipv4')
  return !globalUnicast.check(address, 'ipv6') || special.check(address, 'ipv6')
}

/** Whether a name stands for a machine of this installation's own network. One that nobody knows yet is no reason. */
export async function liesInside(host: string): Promise<boolean> {
  const found = await lookup(host, { all: true }).catch(() => [])
  return found.some(({ address }) => isInside(address))
}

export class InsideNetwork extends Error {}

export type LookUpHost = (host: string) => Promise<readonly { address: string }[]>

const lookUpHost: LookUpHost = (host) => lookup(host, { all: true })

/** @throws when nobody knows the name */
export const resolveHost = async (host: string, look: LookUpHost = lookUpHost): Promise<string> =>
  (await look(host))[0]?.address ?? host

/** The address to dial, and no other: a name that is looked up again may say something else. @throws InsideNetwork */
export async function resolveOutside(host: string, look: LookUpHost = lookUpHost): Promise<string> {
  const found = await look(host)
  if (found.some(({ address }) => isInside(address))) throw new InsideNetwork()
  return found[0]?.address ?? host
}
