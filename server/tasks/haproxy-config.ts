import { OWNER_HEADER } from '#server/cells/forward-request.ts'
import { cellName, PLATFORM_CELL, roleFlags } from '#server/cells/settings.ts'
import { readConfig, WrongSetting } from '#server/config.ts'
import { RETRY_RULE, readyCheck } from './haproxy-parts.ts'

/** How much higher than the port of HAProxy those of the processes are. */
const PORTS_APART = 100

/** Of HAProxy 2.6, as in Debian 12. @throws WrongSetting */
export async function haproxyConfig(args: string[]): Promise<void> {
  const { cells, port, data } = readConfig(process.env, args)
  if (cells === 0) throw new WrongSetting('--cells is needed: for how many cells.')
  if (port + PORTS_APART + cells > 65_535)
    throw new WrongSetting('--port leaves no room for those of the cells.')
  const all = [PLATFORM_CELL, ...Array.from({ length: cells }, (_, at) => cellName(at + 1))]
  const places = all.map((cell, at) => ({ cell, port: port + PORTS_APART + at }))
  console.log(render(places, { port, data }))
}

type Place = { cell: string; port: number }

const render = (places: readonly Place[], about: { port: number; data: string }) => `\
# Made by "joblane haproxy-config". Each line below is a process of its own, best a unit that is started again.
# Give all of them the same --url, the address that people use, and the same other settings:
${places.map((place) => `#   joblane serve ${roleFlags(place.cell).join(' ')} --host 127.0.0.1 --port ${place.port} --proxy --data ${about.data}`).join('\n')}
defaults
  mode http
  timeout connect 5s
  timeout client 75s
  timeout server 10m
  timeout tunnel 1h
  option forwardfor
  option http-keep-alive

frontend joblane
  bind :${about.port}
  # With a certificate: bind :443 ssl crt /etc/haproxy/joblane.pem alpn http/1.1
  # Whose address it is says HAProxy alone, by forwardfor.
  http-request del-header X-Forwarded-For
  http-request set-header X-Forwarded-Proto https if { ssl_fc }
  http-request del-header X-Forwarded-Proto unless { ssl_fc }
  # The cookie is a hint: a cell that does not serve the account hands the request on.
  http-request set-var(txn.cell) req.cook(joblane_cell),regsub([^a-z0-9],,g)
  # Who asks by a token brings no cookie: which cell answered them last is kept by it.
  stick-table type binary len 20 size 100k expire 30m store gpt0
  http-request track-sc0 req.hdr(authorization),sha1 if { req.hdr(authorization) -m found }
  http-response sc-set-gpt0(0) res.hdr(${OWNER_HEADER}),field(2,c) if { res.hdr(${OWNER_HEADER}) -m found }
  http-response del-header ${OWNER_HEADER}
  # What may have been done is never sent again, unless it carries a key by which it is done once.
  ${RETRY_RULE}
${places.map(({ cell }) => `  use_backend be_${cell} if { var(txn.cell) -m str ${cell} } { nbsrv(be_${cell}) gt 0 }`).join('\n')}
${places
  .filter(({ cell }) => cell !== PLATFORM_CELL)
  .map(
    ({ cell }) =>
      `  use_backend be_${cell} if { sc0_get_gpt0 eq ${Number(cell.slice(1))} } { nbsrv(be_${cell}) gt 0 }`,
  )
  .join('\n')}
  default_backend be_${PLATFORM_CELL}
${places.map(backend).join('\n')}`

const backend = ({ cell, port }: Place) => `
backend be_${cell}
  ${readyCheck('joblane')}
  retry-on conn-failure
  server ${cell} 127.0.0.1:${port} check inter 2s fall 3 rise 1`
