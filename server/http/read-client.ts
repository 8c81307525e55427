import { BlockList } from 'node:net'
import type { Config } from '#server/config.ts'

/** Where a request comes from, and whether the browser asked by TLS. What a proxy says of it only the proxy is believed. */
export function readClient({ url, headers }: Request, peer: string, { proxy, proxyfrom }: Config) {
  const said = proxy && isProxy(peer, proxyfrom) ? headers : null
  // The last hop is the one that our own proxy wrote; the ones before it anybody can claim.
  const forwarded = said?.get('x-forwarded-for')?.split(',').at(-1)?.trim()
  return {
    address: forwarded || peer,
    https: url.startsWith('https:') || said?.get('x-forwarded-proto') === 'https',
  }
}

const lists = new WeakMap<Config['proxyfrom'], BlockList>()

function isProxy(peer: string, from: Config['proxyfrom']): boolean {
  const address = peer.replace(/^::ffff:(?=\d+\.)/i, '')
  return listOf(from).check(address, family(address))
}

const family = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4')

function listOf(from: Config['proxyfrom']): BlockList {
  const known = lists.get(from)
  if (known) return known
  const list = new BlockList()
  for (const { address, bits } of from) list.addSubnet(address, bits, family(address))
  lists.set(from, list)
  return list
}
