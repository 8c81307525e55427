import { existsSync, mkdirSync, readdirSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What a machine lets us do to processes beside ending them; each null or false where its tool is missing. */
export type Sandbox = {
  /** A network and mounts of our own, which end with the process that has them. */
  isApart: boolean
  haproxy: string | null
  nft: string | null
  /** The library that gives processes another clock. */
  faketime: string | null
}

const UNSHARE = ['unshare', '--map-root-user', '--net', '--mount']
const works = (command: string[]) =>
  Bun.which(command[0] ?? '') !== null &&
  Bun.spawnSync(command, { stdout: 'ignore', stderr: 'ignore' }).success

/** What goes before a command that is to have a network and mounts of its own; nothing where that is not allowed. */
export const apartCommand = () =>
  works([...UNSHARE, 'sh', '-c', 'ip link set lo up && mount -t tmpfs none /mnt']) ? UNSHARE : []

const SBIN = ':/usr/sbin:/sbin'
const find = (name: string) => Bun.which(name, { PATH: `${process.env.PATH}${SBIN}` })

/** A kernel may know no tables. */
function findWorkingNft(): string | null {
  const nft = find('nft')
  return nft && works([nft, 'list', 'ruleset']) && works([nft, 'add table inet try; delete table inet try'])
    ? nft
    : null
}

const LIBRARIES = '/usr/lib'

function findFaketime(): string | null {
  if (process.platform !== 'linux') return null
  const places = readdirSync(LIBRARIES).map((name) => join(LIBRARIES, name, 'faketime/libfaketimeMT.so.1'))
  return places.find((path) => existsSync(path) && isBelieved(path)) ?? null
}

/** Our own runtime asks the time through it. */
function isBelieved(faketime: string): boolean {
  const asked = [process.execPath, '-e', 'console.log(new Date().getUTCFullYear())']
  const env = { ...process.env, LD_PRELOAD: faketime, FAKETIME: '@2001-02-03 04:05:06' }
  return Bun.spawnSync(asked, { env }).stdout.toString().trim() === '2001'
}

export function enterSandbox(isApart: boolean): Sandbox {
  if (isApart) run(['ip', 'link', 'set', 'lo', 'up'])
  return {
    isApart,
    haproxy: isApart ? find('haproxy') : null,
    nft: isApart ? findWorkingNft() : null,
    faketime: findFaketime(),
  }
}

/** In sentences, for whoever reads what a run was worth. */
export const describeLeftOut = ({ isApart, haproxy, nft, faketime }: Sandbox): string[] => [
  ...(isApart ? [] : ['No network and mounts of its own here (unshare): no cuts, no full disk, no HAProxy.']),
  ...(isApart && !haproxy ? ['There is no haproxy here: people asked the processes alone.'] : []),
  ...(isApart && !nft ? ['There is no nft here: no connection was cut.'] : []),
  ...(faketime ? [] : ['There is no libfaketime here: no clock leapt.']),
]

function run(command: string[], input = '') {
  const { success, stderr } = Bun.spawnSync(command, { stdin: Buffer.from(input), stderr: 'pipe' })
  if (!success) throw new Error(`${command.join(' ')}: ${stderr}`)
}

/** Packets of a port vanish until the function that is returned is called: asked ones, or answers alone. */
export function cutPort(nft: string, port: number, what: 'asked' | 'answers'): () => void {
  const rule = `tcp ${what === 'asked' ? 'dport' : 'sport'} ${port} drop`
  run([nft, '-f', '-'], `table inet cut { chain drops { type filter hook input priority 0; ${rule}\n}\n}\n`)
  return () => run([nft, 'delete', 'table', 'inet', 'cut'])
}

/** Memory is taken only for what is written there, and an account of a long run grows to hundreds of MB. */
const DISK_SIZE = '8g'
const MB = 1024 ** 2

/** A disk of its own at a folder, which nobody outside sees. */
export function mountDisk(folder: string) {
  mkdirSync(folder, { recursive: true })
  run(['mount', '-t', 'tmpfs', '-o', `size=${DISK_SIZE}`, 'none', folder])
}

/** Makes a disk as small as what is on it, until the function that is returned is called. */
export function fillDisk(folder: string): () => void {
  const resize = (size: string) => ['mount', '-o', `remount,size=${size}`, folder]
  // Others write meanwhile: what no longer fits is refused, and tried with more.
  for (let more = 0; ; more += MB) {
    const { blocks, bfree, bsize } = statfsSync(folder)
    if (works(resize(String((blocks - bfree) * bsize + more)))) break
  }
  return () => run(resize(DISK_SIZE))
}

/** One for all processes that are started with this environment, moved while they run. */
export function movableClock(faketime: string, folder: string) {
  const file = join(dirname(folder), 'clock')
  const set = (offset: string) => writeFileSync(file, offset)
  set('+0')
  const env = {
    LD_PRELOAD: faketime,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    // Names of two versions: what counts seconds that passed goes on as it does.
    DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  return { set, env }
}
