import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { HOST, NODES, nodeAddress, runOnHost } from './machines.ts'

/** What docs/high-availability.md asks for on both machines, what a minimal Debian lacks for it, and the third vote. */
const PACKAGES = [
  ...[
    'systemd-sysv',
    'dbus',
    'udev',
    'kmod',
    'iproute2',
    'procps',
    'psmisc',
    'curl',
    'openssl',
    'sudo',
    'adduser',
  ],
  ...['openssh-server', 'openssh-client', 'e2fsprogs', 'libnss3-tools', 'python3-cffi-backend'],
  ...['drbd-utils', 'pacemaker', 'pacemaker-cli-utils', 'corosync', 'corosync-qdevice', 'corosync-qnetd'],
  ...['crmsh', 'resource-agents', 'fence-agents', 'haproxy', 'keepalived'],
]
const STOPPED = 'joblane pacemaker corosync-qdevice corosync corosync-qnetd haproxy keepalived drbd'
/** What systemd runs anew whenever it reads its units, as it does before the cluster starts Joblane: none is needed here. */
const GENERATORS =
  'cd /lib/systemd/system-generators && mkdir -p /etc/systemd/system-generators && for name in *; do ln -sf /dev/null /etc/systemd/system-generators/$name; done'
const UNWANTED = 'systemd-networkd-wait-online systemd-timesyncd apt-daily.timer apt-daily-upgrade.timer'

/** The disks of two machines of Debian 12 with the package installed, and the root that the third vote runs in. */
export function makeImages(folder: string, deb: string, modules: string) {
  const root = join(folder, 'root')
  // Ten minutes, and the same each time.
  if (!existsSync(join(root, 'usr/sbin/pacemakerd')))
    runOnHost(['debootstrap', '--variant=minbase', `--include=${PACKAGES.join()}`, 'bookworm', root])
  const inside = (command: string) => runOnHost(['chroot', root, 'sh', '-c', command])
  const write = (path: string, text: string, mode = 0o644) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text, { mode })
    chmodSync(join(root, path), mode)
  }
  rmSync(join(root, 'lib/modules'), { recursive: true, force: true })
  cpSync(modules, join(root, 'lib/modules'), { recursive: true })
  inside('for kernel in $(ls /lib/modules); do depmod $kernel; done')
  cpSync(deb, join(root, 'root/joblane.deb'))
  inside('dpkg -i /root/joblane.deb && rm /root/joblane.deb')
  inside(`systemctl disable ${STOPPED}; systemctl mask ${UNWANTED}; systemctl enable systemd-networkd ssh`)
  inside(GENERATORS)
  const key = join(folder, 'key')
  if (!existsSync(key)) runOnHost(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', key])
  write('root/.ssh/authorized_keys', readFileSync(`${key}.pub`, 'utf8'), 0o600)
  write('root/.ssh/id_ed25519', readFileSync(key, 'utf8'), 0o600)
  write('root/.ssh/config', 'StrictHostKeyChecking no\nLogLevel ERROR\n')
  write('usr/sbin/fence_uml', readFileSync(join(import.meta.dir, 'fence_uml'), 'utf8'), 0o755)
  write('root/fence.conf', NODES.map((node) => `${node} fence_uml ip=${HOST} plug=${node}\n`).join(''))
  const hosts = NODES.map((node) => `${nodeAddress(node)} ${node}\n`).join('')
  write('etc/hosts', `127.0.0.1 localhost\n${HOST} c\n${hosts}`)
  write('etc/fstab', '/dev/ubda / ext4 rw,noatime 0 0\n')
  for (const node of NODES) {
    write('etc/hostname', `${node}\n`)
    write('etc/machine-id', `${node.repeat(32)}\n`)
    write(
      'etc/systemd/network/eth0.network',
      `[Match]\nName=eth0\n[Network]\nAddress=${nodeAddress(node)}/24\n`,
    )
    for (const [name, megabytes] of [
      [`${node}.img`, 2_500],
      [`${node}-disk.img`, 120],
    ] as const) {
      rmSync(join(folder, name), { force: true })
      runOnHost(['truncate', '-s', `${megabytes}M`, join(folder, name)])
    }
    runOnHost(['mkfs.ext4', '-q', '-F', '-d', root, join(folder, `${node}.img`)])
  }
}
