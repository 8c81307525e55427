import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  HOST,
  type Machines,
  NODES,
  type NodeName,
  nodeAddress,
  runOnHost,
  VIP,
  waitUntil,
} from './machines.ts'

const RECIPE = [
  `--nodes ${NODES.map((node) => `${node}=${nodeAddress(node)}`).join()} --vote c=${HOST}`,
  `--fence /root/fence.conf --disk /dev/ubdb --vip ${VIP}/24 --to /root/recipe`,
].join(' ')
const haConfig = (more = '') => `/usr/lib/joblane/joblane ha-config ${RECIPE} ${more}`

const SETTINGS = `JOBLANE_DATA=/srv/joblane/data
JOBLANE_HOST=0.0.0.0
JOBLANE_PROXY=true
JOBLANE_PROXY_FROM=${NODES.map(nodeAddress).join()}
JOBLANE_URL=https://${VIP}
`

/** The steps of docs/high-availability.md, in their order, up to the address that people use. */
export async function setUpCluster(machines: Machines, account: { email: string; password: string }) {
  const { on, folder } = machines
  for (const node of NODES) machines.start(node)
  for (const node of NODES)
    await waitUntil(`${node} answers`, async () => (await on(node, 'uname -n')) === node, 120)
  const must = async (node: NodeName, command: string, said: string | RegExp, stdin?: Blob) => {
    const answer = await on(node, command, stdin)
    if (!new RegExp(said).test(answer)) throw new Error(`${node}: ${command.slice(0, 80)}… said "${answer}"`)
    return answer
  }
  await must('b', haConfig('--test-fence a --cut-power'), 'fence of a works')
  await on('b', 'scp -r /root/recipe a:/root/')
  await must('a', haConfig('--test-fence b --cut-power'), 'fence of b works')
  startVote(folder)
  await waitUntil('the third vote answers', async () => /corosync.conf/.test(await on('a', haConfig())), 30)
  await on(
    'a',
    'cp -r /root/recipe/both/. /root/recipe/a/. /; scp -r /root/recipe/both/. /root/recipe/b/. b:/',
  )
  await on(
    'a',
    `openssl req -x509 -newkey rsa:2048 -nodes -keyout /tmp/key -out /tmp/crt -days 30 -subj /CN=joblane;
     cat /tmp/crt /tmp/key > /etc/haproxy/joblane.pem; scp /etc/haproxy/joblane.pem b:/etc/haproxy/`,
  )
  for (const node of NODES) {
    await on(node, 'cat > /etc/joblane/joblane.env', new Blob([SETTINGS]))
    await on(node, 'mkdir -p /srv/joblane; systemctl daemon-reload; modprobe drbd')
    await must(node, 'drbdadm create-md joblane && drbdadm up joblane; echo up $?', 'up 0')
  }
  await must(
    'a',
    `drbdadm primary --force joblane && mkfs.ext4 -q /dev/drbd0 && mount /dev/drbd0 /srv/joblane &&
     chown joblane: /srv/joblane; echo disk $?`,
    'disk 0',
  )
  await firstStart(machines, account)
  await must('a', 'umount /srv/joblane && drbdadm secondary joblane; echo left $?', 'left 0')
  await shareKeys(machines)
  for (const node of NODES) await on(node, 'systemctl enable --now corosync pacemaker corosync-qdevice')
  const bothThere = async () => /Online: \[ a b \]/.test(await on('a', 'crm_mon -1'))
  await waitUntil('both are in the cluster', bothThere, 300)
  const threeVotes = async () => /Total votes:\s+3/.test(await on('a', 'corosync-quorumtool'))
  await waitUntil('three votes are counted', threeVotes, 120)
  await must('a', 'crm configure load replace /root/recipe/once/joblane.crm; echo loaded $?', 'loaded 0')
  for (const node of NODES) await on(node, 'systemctl enable --now haproxy keepalived')
  await must('a', haConfig('--check'), 'Sound')
}

/** corosync-qnetd in a root of its own, by this machine's address. */
function startVote(folder: string) {
  const root = join(folder, 'root')
  runOnHost(['chroot', root, 'sh', '-c', 'rm -rf /etc/corosync/qnetd/nssdb; corosync-qnetd-certutil -i'])
  runOnHost(['chroot', root, 'mkdir', '-p', '/run/corosync-qnetd'])
  Bun.spawn(['chroot', root, 'corosync-qnetd', '-f'], { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' })
}

/** What `corosync-qdevice-net-certutil -Q` does by SSH with c, and the key of the two. */
async function shareKeys({ on, folder }: Machines) {
  const database = join(folder, 'root/etc/corosync/qnetd/nssdb')
  for (const node of NODES)
    await on(
      node,
      'cat > /tmp/ca; corosync-qdevice-net-certutil -i -c /tmp/ca',
      Bun.file(join(database, 'qnetd-cacert.crt')),
    )
  const qdevice = '/etc/corosync/qdevice/net/nssdb/qdevice-net-node'
  const asked = await on('a', `corosync-qdevice-net-certutil -r -n joblane >/dev/null; base64 ${qdevice}.crq`)
  writeFileSync(join(folder, 'root/tmp/node.crq'), Buffer.from(asked, 'base64'))
  runOnHost([
    'chroot',
    join(folder, 'root'),
    'corosync-qnetd-certutil',
    '-s',
    '-c',
    '/tmp/node.crq',
    '-n',
    'joblane',
  ])
  const signed = new Blob([readFileSync(join(database, 'cluster-joblane.crt'))])
  await on('a', 'cat > /tmp/crt; corosync-qdevice-net-certutil -M -c /tmp/crt', signed)
  await on('a', `scp ${qdevice}.p12 b:/tmp/p12; ssh b corosync-qdevice-net-certutil -m -c /tmp/p12`)
  await on('a', 'corosync-keygen; scp -p /etc/corosync/authkey b:/etc/corosync/')
}

/** Sets the installation up, as a person would by the code that the terminal shows. */
async function firstStart({ on }: Machines, { email, password }: { email: string; password: string }) {
  const serve = 'runuser -u joblane -- /usr/lib/joblane/joblane serve --data /srv/joblane/data --port 3000'
  await on('a', `cd /srv/joblane; nohup ${serve} > /tmp/serve.log 2>&1 < /dev/null &`)
  let code = ''
  await waitUntil(
    'the setup code is shown',
    async () => {
      code = /enter the code (\S+)/.exec(await on('a', 'cat /tmp/serve.log'))?.[1] ?? ''
      return code !== ''
    },
    120,
  )
  const fields = {
    ...{ code, businessname: 'Northwind', trade: 'signs', zone: 'Africa/Johannesburg' },
    ...{ firstname: 'Ann', lastname: 'Smit', email, password, accountname: 'Platform' },
  }
  const given = Object.entries(fields).map(([name, value]) => `--data-urlencode ${name}='${value}'`)
  const own = "-H 'sec-fetch-site: same-origin' -H 'origin: http://127.0.0.1:3000'"
  const said = await on(
    'a',
    `curl -s -o /dev/null -w '%{http_code}' ${own} ${given.join(' ')} http://127.0.0.1:3000/setup`,
  )
  if (!said.startsWith('30') && said !== '200') throw new Error(`The setup answered ${said}.`)
  await on('a', 'pkill -TERM -x joblane; while pgrep -x joblane; do sleep 0.2; done')
}

/** Where the program runs, as the cluster sees it. */
export const serving = async ({ on }: Machines): Promise<NodeName | undefined> => {
  for (const node of NODES) {
    const where = await on(node, 'crm_resource -r program -W -Q')
    const found = NODES.find((name) => new RegExp(`\\b${name}$`).test(where))
    if (found) return found
  }
}

/** Both there, both disks alike, each able to fence the other, and the program runs. */
export async function isWhole(machines: Machines): Promise<boolean> {
  const from = await serving(machines)
  if (!from) return false
  const said = await machines.on(from, 'crm_mon -1; cat /proc/drbd')
  return [
    /Online: \[ a b \]/,
    /ds:UpToDate\/UpToDate/,
    /fence-a\s.*Started b/,
    /fence-b\s.*Started a/,
    /program\s.*Started/,
  ].every((sign) => sign.test(said))
}
