import type { ClusterPlan } from './cluster-plan.ts'
import { drbdResource } from './drbd-resource.ts'
import { pacemakerResources } from './pacemaker-resources.ts'
import { proxyFiles } from './proxy-files.ts'

/** By the place on the machines where each belongs. */
export const clusterFiles = (plan: ClusterPlan): Record<string, string> => ({
  'both/etc/drbd.d/joblane.res': drbdResource(plan),
  'both/etc/corosync/corosync.conf': corosync(plan),
  'both/etc/systemd/system/joblane.service.d/cluster.conf': unit,
  'once/joblane.crm': pacemakerResources(plan),
  ...proxyFiles(plan),
})

/** The vote knows that a machine is gone before the two do: its usual 10 s would hold up what they decide. */
const corosync = ({ nodes, vote }: ClusterPlan) => `totem {
  version: 2
  cluster_name: joblane
  transport: knet
  crypto_cipher: aes256
  crypto_hash: sha256
  token: 3000
}

nodelist {
${nodes
  .map(
    ({ name, address }, at) => `  node {
    name: ${name}
    nodeid: ${at + 1}
    ring0_addr: ${address}
  }`,
  )
  .join('\n')}
}

quorum {
  provider: corosync_votequorum
  device {
    model: net
    votes: 1
    timeout: 5000
    net {
      host: ${vote.address}
      algorithm: ffsplit
      tls: on
    }
  }
}

logging {
  to_syslog: yes
}
`

/** Only the cluster starts it, and sees that it ended; never on the empty folder below the disk. */
const unit = `[Unit]
AssertPathIsMountPoint=/srv/joblane

[Service]
Restart=no
ReadWritePaths=/srv/joblane
`
