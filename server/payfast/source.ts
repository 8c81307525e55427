import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { MINUTE_MS } from '#server/instants.ts'

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Names are asked for every minute: the provider moves, and anybody may ask. @throws when a name cannot be looked up */
export async function isAllowedSource(sources: readonly string[], address: string): Promise<boolean> {
  const from = address.replace(/^::ffff:/i, '')
  if (!isIP(from)) return false
  const allowed = new BlockList()
  const names: string[] = []
  for (const source of sources) {
    const [net = '', bits] = source.split('/')
    if (!isIP(net)) names.push(source)
    else if (bits) allowed.addSubnet(net, Number(bits), family(net))
    else allowed.addAddress(net, family(net))
  }
  if (allowed.check(from, family(from))) return true
  const found = await Promise.allSettled(names.map(resolveAddresses))
  if (found.some((one) => one.status === 'fulfilled' && one.value.some((at) => at === from))) return true
  const failed = found.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return false
}

const asked = new Map<string, { until: number; addresses: Promise<string[]> }>()

function resolveAddresses(name: string): Promise<string[]> {
  const now = performance.now()
  const known = asked.get(name)
  if (known && known.until > now) return known.addresses
  const addresses = lookup(name, { all: true }).then((found) => found.map(({ address }) => address))
  asked.set(name, { until: now + MINUTE_MS, addresses })
  addresses.catch(() => asked.delete(name))
  return addresses
}
