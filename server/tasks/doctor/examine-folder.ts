import { existsSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { refuseMissingFiles, tenantPath } from '#db/data-folder.ts'
import { describeNewer, type Migration } from '#db/migrate.ts'
import { platformMigrations } from '#db/migrations/platform.ts'
import { tenantMigrations } from '#db/migrations/tenant.ts'
import { platformPath } from '#db/platform.ts'
import { accountNames } from '#db/queries/platform/registry.ts'
import { findIntegrityFaults } from '#db/snapshot.ts'
import { closeFile, openReadOnly } from '#db/sqlite.ts'
import { needsSetup } from '#server/access/first-start.ts'
import { START_ANEW } from '#server/access/secret-key.ts'
import type { Config } from '#server/config.ts'
import { readPlatform } from '../archive/snapshot.ts'
import { catchFaults } from '../check.ts'
import { noFolder } from '../folder.ts'
import { findLostAccounts, lostAccountsMessage } from '../lost-accounts.ts'
import { type Finding, fault, sound, warning } from './finding.ts'

const FREE_SHARE = 0.1
const FREE_BYTES = 1_000_000_000
/** Three of each account at work, beside sockets. */
const OPEN_FILES = 4_096
const FOR_OTHERS = 0o077
/** SQLite's locks and its shared memory do not hold over a network: sqlite.org/howtocorrupt.html, 2.1. */
const NETWORK_DISKS = /^(nfs4?|cifs|smb3?|9p|fuse\.(sshfs|rclone|glusterfs))$/

/** The folder by itself. Where it cannot be read, nothing else can be said. */
export function examineFolder({ data }: Config): Finding[] {
  refuseMissingFiles(data)
  if (!existsSync(platformPath(data))) return [fault(noFolder(data))]
  return [...examineFiles(data), ...examineRights(data), ...examineDisk(data), ...examineProcess()]
}

function examineFiles(data: string): Finding[] {
  const faults = findIntegrityFaults(platformPath(data))
  if (faults.length > 0)
    return [
      fault(
        `platform.sqlite is damaged: ${faults[0]}. Stop the program and bring a backup back with "joblane restore".`,
      ),
    ]
  const newer = findNewer(platformPath(data), platformMigrations)
  if (newer.length > 0) return newer
  const accounts = readPlatform(data, accountNames)
  const lost = findLostAccounts(data, accounts)
  const there = accounts.filter((one) => !lost.includes(one))
  const found = [
    ...(lost.length > 0 ? [fault(lostAccountsMessage(lost))] : []),
    ...there.flatMap(({ id }) => findNewer(tenantPath(data, id), tenantMigrations)),
  ]
  return found.length > 0
    ? found
    : [
        sound(
          `The data folder ${data} holds the files of all its ${accounts.length} accounts. "joblane check" reads them whole.`,
        ),
        ...(readPlatform(data, needsSetup)
          ? [
              warning(
                'Nobody runs this installation yet: start it, open /setup and enter the code that it prints.',
              ),
            ]
          : []),
      ]
}

/** One that cannot be opened is a fault as well. */
function findNewer(path: string, migrations: readonly Migration[]): Finding[] {
  const found = catchFaults(() => {
    const file = openReadOnly(path)
    try {
      return [describeNewer(file, migrations)].filter((one) => one !== null)
    } finally {
      closeFile(file)
    }
  })
  return found.map(fault)
}

function examineRights(data: string): Finding[] {
  const secret = statSync(join(data, 'secret.key'), { throwIfNoEntry: false })
  if (!secret)
    return [
      fault(
        `secret.key is missing in ${data}: nobody is signed in and no mail password can be read. Put it back from a copy of the folder, or ${START_ANEW}.`,
      ),
    ]
  // Windows keeps rights in lists of its own, of which a mode says nothing.
  if (!process.getuid) return []
  const folder = statSync(data)
  const open = [
    ...(folder.mode & FOR_OTHERS ? [data] : []),
    ...(secret.mode & FOR_OTHERS ? [join(data, 'secret.key')] : []),
  ]
  const stranger = folder.uid !== process.getuid() && process.getuid() !== 0
  return [
    ...open.map((path) =>
      warning(`Other users of this machine can read ${path}. Close it: chmod -R go= ${data}`),
    ),
    ...(stranger
      ? [fault(`The data folder belongs to another user than the one that runs this command.`)]
      : []),
  ]
}

function examineDisk(data: string): Finding[] {
  const { bavail, blocks, bsize } = statfsSync(data)
  const free = bavail * bsize
  const inGB = (free / 1e9).toFixed(1)
  const type = diskType(data)
  return [
    free < FREE_BYTES || free < FREE_SHARE * blocks * bsize
      ? warning(
          `The disk of the data folder has ${inGB} GB left. When it is full nothing can be saved: make room.`,
        )
      : sound(`The disk of the data folder has ${inGB} GB left.`),
    ...(NETWORK_DISKS.test(type)
      ? [
          fault(
            `The data folder lies on a network disk (${type}), on which databases break sooner or later. Move it to a disk of this machine.`,
          ),
        ]
      : []),
  ]
}

/** As the kernel names it; empty where it does not tell. */
function diskType(path: string): string {
  if (!existsSync('/proc/mounts')) return ''
  const mounts = readFileSync('/proc/mounts', 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
  const [, , type = ''] =
    mounts
      .filter(([, at = '']) => at === '/' || path === at || path.startsWith(`${at}/`))
      .sort(([, a = ''], [, b = '']) => b.length - a.length)[0] ?? []
  return type
}

function examineProcess(): Finding[] {
  const [, most] = existsSync('/proc/self/limits')
    ? (/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [])
    : []
  return most && Number(most) < OPEN_FILES
    ? [
        warning(
          `This user may open ${most} files at once; ${OPEN_FILES} or more are needed for many accounts. Raise LimitNOFILE of the unit, or ulimit -n.`,
        ),
      ]
    : []
}
