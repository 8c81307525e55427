import { RETRY_RULE, readyCheck } from '../haproxy-parts.ts'
import type { ClusterPlan } from './cluster-plan.ts'

/** On both machines: whoever holds the address sends all to the one that serves. */
export const proxyFiles = ({ nodes, vip }: ClusterPlan): Record<string, string> => ({
  'both/etc/haproxy/haproxy.cfg': haproxy(nodes),
  ...Object.fromEntries(
    nodes.map(({ name }, at) => [`${name}/etc/keepalived/keepalived.conf`, keepalived(vip, at)]),
  ),
})

const haproxy = (nodes: ClusterPlan['nodes']) => `global
  log /dev/log local0
  maxconn 8000

defaults
  mode http
  log global
  option httplog
  option redispatch
  retries 3
  timeout connect 3s
  timeout client 300s
  timeout server 300s
  timeout tunnel 1h

frontend joblane
  bind :80
  bind :443 ssl crt /etc/haproxy/joblane.pem alpn h2,http/1.1
  http-request redirect scheme https unless { ssl_fc }
  # What a stranger sends in them is dropped.
  http-request set-header X-Forwarded-For %[src]
  http-request set-header X-Forwarded-Proto https
  # A change whose answer was lost is asked again by its key alone, since it may have been made.
  ${RETRY_RULE}
  default_backend joblane

backend joblane
  # By HTTP/1.1 with a host: without one the program answers 400, and no machine would count as up.
  ${readyCheck('joblane.local')}
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, address }) => `  server ${name} ${address}:3000 check`).join('\n')}
`

const keepalived = (vip: string, at: number) => `global_defs {
  enable_script_security
  script_user nobody
}

vrrp_script haproxy {
  script "/usr/bin/pgrep -x haproxy"
  interval 2
  fall 2
  rise 2
}

vrrp_instance joblane {
  state BACKUP
  nopreempt
  interface eth0 # the network of ${vip}
  virtual_router_id 37
  priority ${100 - at * 10}
  advert_int 1
  virtual_ipaddress {
    ${vip}
  }
  track_script {
    haproxy
  }
}
`
