import { networkInterfaces } from 'node:os'
import type { Context } from '#server/http/context.ts'
import type { Services } from '#server/services.ts'

/**
 * Where links begin that whoever signed in makes: at the setting, else at the address of this machine by which they came.
 * Of what a request claims nothing else is believed.
 */
export function linkSite({ services, request }: Pick<Context, 'services' | 'request'>): string {
  const came = `http://${request.headers.get('host')}`
  return ownSites(services).includes(came) ? came : services.url
}

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
