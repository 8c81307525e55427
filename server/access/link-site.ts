import { networkInterfaces } from 'node:os'
import type { PublicContext } from '#server/http/context.ts'
import type { Services } from '#server/services.ts'

type Asked = Pick<PublicContext, 'services' | 'request'>

/**
 * Where links begin that a request makes: at the setting, else at the address of this machine by which it came. Of what a
 * request claims nothing else is believed.
 */
export function linkSite({ services, request }: Asked): string {
  const came = `http://${request.headers.get('host')}`
  return ownSites(services).includes(came) ? came : services.url
}

/** For mails that a request writes: their links begin there too. */
export const withLinkSite = (c: Asked): Services => ({ ...c.services, url: linkSite(c) })

/** Where devices of the same network reach this machine, while nobody has set its address. */
export const networkSites = (services: Services): string[] => ownSites(services, ({ internal }) => !internal)

type Interface = { address: string; internal: boolean }

function ownSites({ config, url }: Services, isShown = (_: Interface) => true): string[] {
  if (config.url || config.host !== '0.0.0.0') return []
  const { port } = new URL(url)
  return Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses)
    .filter((one) => one.family === 'IPv4' && isShown(one))
    .map(({ address }) => `http://${address}${port && `:${port}`}`)
}
