import { WrongSetting } from '#server/setting-kinds.ts'
import type { Registry } from './registry.ts'

const TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/**
 * At an address of its own, which no proxy leads to: what it tells is for whoever watches over the installation.
 * @throws WrongSetting when it cannot be listened on
 */
export function serveMetrics({ host, port }: { host: string; port: number }, registry: Registry) {
  try {
    return Bun.serve({
      development: false,
      reusePort: false,
      hostname: host,
      port,
      fetch(request) {
        const { pathname } = new URL(request.url, 'http://localhost')
        if (pathname !== '/metrics') return new Response('Metrics stand at /metrics.\n', { status: 404 })
        return new Response(registry.text(), { headers: { 'content-type': TYPE } })
      },
    })
  } catch {
    throw new WrongSetting(
      `Metrics cannot be served at ${host}:${port}: the port is taken, or this machine has no such address. Choose another with JOBLANE_METRICS or --metrics.`,
    )
  }
}
