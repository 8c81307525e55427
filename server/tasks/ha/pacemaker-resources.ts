import type { ClusterPlan, Node } from './cluster-plan.ts'

/** For `crm configure load replace`. What one machine runs stands in one group, in the order in which it starts. */
export const pacemakerResources = ({ nodes }: ClusterPlan) => `${nodes.map(fence).join('\n')}
primitive disk ocf:linbit:drbd \\
  params drbd_resource=joblane \\
  op start timeout=240 op stop timeout=100 \\
  op monitor interval=15 role=Promoted timeout=60 op monitor interval=30 role=Unpromoted timeout=60
clone disk-clone disk \\
  meta promotable=true promoted-max=1 promoted-node-max=1 clone-max=2 clone-node-max=1 notify=true
primitive files ocf:heartbeat:Filesystem \\
  params device=/dev/drbd0 directory=/srv/joblane fstype=ext4 options=errors=remount-ro,noatime \\
  op start timeout=60 op stop timeout=60 op monitor interval=20 timeout=40
primitive program systemd:joblane \\
  op start timeout=100 op stop timeout=100 op monitor interval=5 timeout=100 on-fail=restart
group joblane files program meta migration-threshold=2 failure-timeout=600
colocation joblane-where-disk inf: joblane disk-clone:Promoted
order disk-before-joblane Mandatory: disk-clone:promote joblane:start
property stonith-enabled=true no-quorum-policy=stop cluster-name=joblane
rsc_defaults resource-stickiness=200
`

/** No machine switches itself off. */
const fence = ({
  name,
  fence: { agent, options },
}: Node) => `primitive fence-${name} stonith:${agent.split('/').at(-1)} \\
  params pcmk_host_list=${name} ${options.join(' ')} \\
  op monitor interval=300 timeout=60
location fence-${name}-elsewhere fence-${name} -inf: ${name}`
