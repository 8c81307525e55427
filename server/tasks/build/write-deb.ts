import { createWriteStream } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { packTar } from 'modern-tar/fs'
import { VERSION } from '#server/version.ts'

const root = join(import.meta.dir, '../../..')
const debian = join(import.meta.dir, 'debian')

type Placed = [from: string, to: string, mode: number]

/** What runs and what people read, where Debian puts such things. */
const placed: Placed[] = [
  [join(debian, 'joblane.sh'), 'usr/bin/joblane', 0o755],
  [join(debian, 'restart-cells.sh'), 'usr/lib/joblane/restart-cells', 0o755],
  [join(debian, 'joblane.service'), 'lib/systemd/system/joblane.service', 0o644],
  [join(debian, 'joblane.env'), 'etc/joblane/joblane.env', 0o640],
  [join(root, 'LICENSE'), 'usr/share/doc/joblane/copyright', 0o644],
  [join(root, 'docs/running/Caddyfile'), 'usr/share/doc/joblane/Caddyfile', 0o644],
  [join(root, 'docs/running/nginx.conf'), 'usr/share/doc/joblane/nginx.conf', 0o644],
  ...['alerts.yml', 'grafana-dashboard.json'].map(
    (name): Placed => [join(root, 'docs/watching', name), `usr/share/doc/joblane/watching/${name}`, 0o644],
  ),
]

const UNITS = 'lib/systemd/system'

/**
 * Behind HAProxy each process is one of its own, as `haproxy-config` numbers them: joblane-cell@02 is the cell c02, and
 * listens on port 3102. They take the place of the unit that serves all.
 */
const units = [
  { name: 'joblane-platform', flags: '--role platform --port 3100', is: 'the platform beside cells' },
  { name: 'joblane-cell@', flags: '--role cell --id c%i --port 31%i', is: 'cell c%i' },
]

const scripts = ['preinst', 'postinst', 'prerm', 'postrm']

/** Written here, since a machine that builds need not have Debian's tools. */
export async function writeDeb(binary: string, architecture: string, path: string) {
  const folder = await mkdtemp(join(tmpdir(), 'joblane-deb-'))
  try {
    const tree = join(folder, 'data')
    const files: Placed[] = [...placed, [binary, 'usr/lib/joblane/joblane', 0o755]]
    for (const [from, to, mode] of files) await place(from, join(tree, to), mode)
    for (const unit of units) await writeUnit(join(tree, UNITS), unit)
    const bytes = files.reduce((sum, [from]) => sum + Bun.file(from).size, 0)
    await writeControl(join(folder, 'control'), control(architecture, Math.ceil(bytes / 1024)))
    const members = [join(folder, 'control'), tree]
    await Bun.write(join(folder, 'debian-binary'), '2.0\n')
    await writeAr(path, [join(folder, 'debian-binary'), ...(await Promise.all(members.map(packFolder)))])
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Shut off from the machine as the unit that it is made from. */
async function writeUnit(folder: string, { name, flags, is }: (typeof units)[number]) {
  const whole = await Bun.file(join(debian, 'joblane.service')).text()
  const text = whole
    .replace(/^Description=.*$/m, `Description=Joblane, ${is}`)
    .replace(/^After=.*$/m, '$&\nConflicts=joblane.service')
    .replace(/^(ExecStart=.*)$/m, `$1 ${flags} --host 127.0.0.1 --proxy`)
  const path = join(folder, `${name}.service`)
  await Bun.write(path, text)
  await chmod(path, 0o644)
}

async function writeControl(folder: string, text: string) {
  await Bun.write(join(folder, 'control'), text)
  await Bun.write(join(folder, 'conffiles'), '/etc/joblane/joblane.env\n')
  for (const name of scripts) {
    const script = await Bun.file(join(debian, name)).text()
    await Bun.write(join(folder, name), script.replaceAll('@VERSION@', VERSION))
    await chmod(join(folder, name), 0o755)
  }
}

const control = (architecture: string, kilobytes: number) => `Package: joblane
Version: ${VERSION}
Architecture: ${architecture}
Maintainer: The Joblane maintainers <joblane@localhost>
Installed-Size: ${kilobytes}
Depends: adduser, ca-certificates, init-system-helpers, libc6 (>= 2.28), util-linux
Recommends: systemd
Suggests: caddy | nginx
Section: web
Priority: optional
Description: job cards, stock and invoicing for small businesses
 One program that serves the pages of any number of businesses, each of which
 is one SQLite file below /var/lib/joblane.
`

async function place(from: string, to: string, mode: number) {
  await mkdir(dirname(to), { recursive: true })
  await cp(from, to)
  await chmod(to, mode)
}

/** Without the builder's times, owners and umask. */
async function packFolder(folder: string): Promise<string> {
  const path = `${folder}.tar.gz`
  const tar = packTar(folder, {
    map: (head) => ({
      ...head,
      ...{ name: `./${head.name}`, mtime: new Date(0), uid: 0, gid: 0, uname: 'root', gname: 'root' },
      mode: head.type === 'directory' ? 0o755 : head.mode,
    }),
  })
  await pipeline(tar, createGzip({ level: 9 }), createWriteStream(path))
  return path
}

/** As `ar` has it: a line of fixed columns, then the bytes, to an even number. */
async function writeAr(path: string, members: string[]) {
  const parts: BlobPart[] = ['!<arch>\n']
  for (const member of members) {
    const file = Bun.file(member)
    const columns = [
      [member.slice(member.lastIndexOf('/') + 1), 16],
      ['0', 12],
      ['0', 6],
      ['0', 6],
      ['100644', 8],
      [String(file.size), 10],
    ] as const
    parts.push(`${columns.map(([text, width]) => text.padEnd(width)).join('')}\`\n`, await file.bytes())
    if (file.size % 2) parts.push('\n')
  }
  await Bun.write(path, new Blob(parts))
}
