import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * Whether a notification may come from an address: one of those allowed by host name, address or network
 * (`102.216.36.0/28`). Names are asked for each time, since the provider moves.
 * @throws when a name cannot be looked up and nothing else allows the address
 */
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
  const found = await Promise.allSettled(names.map((name) => lookup(name, { all: true })))
  if (found.some((one) => one.status === 'fulfilled' && one.value.some((at) => at.address === from)))
    return true
  const failed = found.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return false
}
