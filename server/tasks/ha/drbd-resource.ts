import type { ClusterPlan } from './cluster-plan.ts'

/** Protocol C: a write is done once both disks have it. */
export const drbdResource = (plan: ClusterPlan) => `resource joblane {
  ${plan.drbd === '8' ? indent(withoutQuorum) : indent(withQuorum)}
  device /dev/drbd0;
  disk ${plan.disk};
  meta-disk internal;
${(plan.drbd === '8' ? machines(plan) : machinesWithVote(plan)).join('\n')}
}
`

const indent = (text: string) => text.replaceAll('\n', '\n  ')

const machines = ({ nodes }: ClusterPlan) =>
  nodes.map(({ name, address }) => `  on ${name} { address ${address}:7789; }`)

/** The third keeps nothing: it votes on which of two that do not see each other goes on. */
const machinesWithVote = ({ nodes, vote }: ClusterPlan) => [
  ...nodes.map(({ name, address }, at) => `  on ${name} { node-id ${at}; address ${address}:7789; }`),
  `  on ${vote.name} { node-id 2; disk none; address ${vote.address}:7789; }`,
  `  connection-mesh { hosts ${[...nodes, vote].map(({ name }) => name).join(' ')}; }`,
]

/**
 * What two machines wrote apart from each other is put together by nobody but a person. DRBD asks a silent machine
 * after 3 s, not after its usual 10: one that is gone must not count as one that writes once the cluster has decided.
 * While people work the disks become alike at 10 MB/s, not at the usual 250 kB/s, since until then one machine is alone.
 */
const net = `net {
  protocol C;
  ping-int 3;
  ping-timeout 10;
  allow-two-primaries no;
  after-sb-0pri disconnect;
  after-sb-1pri disconnect;
  after-sb-2pri disconnect;
}`

/** DRBD 8.4, as in the kernel of Debian, knows no quorum: it waits until the other machine is known to be off. */
const withoutQuorum = `${net}
disk {
  on-io-error detach;
  c-min-rate 10M;
  fencing resource-and-stonith;
}
handlers {
  fence-peer "/usr/lib/drbd/crm-fence-peer.sh";
  after-resync-target "/usr/lib/drbd/crm-unfence-peer.sh";
}`

/** Without a majority the disk answers with errors, on which the program ends. */
const withQuorum = `options {
  quorum majority;
  on-no-quorum io-error;
}
${net}
disk {
  on-io-error detach;
  c-min-rate 10M;
}`
