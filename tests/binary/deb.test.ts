import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { unpackTar } from 'modern-tar'
import { writeDeb } from '#server/tasks/build/write-deb.ts'
import { VERSION } from '#server/version.ts'

const folder = mkdtempSync(join(tmpdir(), 'joblane-deb-test-'))
const path = join(folder, 'joblane.deb')
let members: Map<string, Uint8Array>

beforeAll(async () => {
  // An odd number of bytes: what follows must begin at an even one.
  writeFileSync(join(folder, 'program'), '#!/bin/sh\nexit 0')
  await writeDeb(join(folder, 'program'), 'arm64', path)
  members = readAr(await Bun.file(path).bytes())
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Written from the description of the format, not from what writes it. */
function readAr(bytes: Uint8Array): Map<string, Uint8Array> {
  const text = new TextDecoder('latin1').decode(bytes)
  expect(text.slice(0, 8)).toBe('!<arch>\n')
  const found = new Map<string, Uint8Array>()
  for (let at = 8; at < bytes.length; ) {
    const size = Number(text.slice(at + 48, at + 58))
    expect(text.slice(at + 58, at + 60)).toBe('`\n')
    found.set(text.slice(at, at + 16).trimEnd(), bytes.slice(at + 60, at + 60 + size))
    at += 60 + size + (size % 2)
  }
  return found
}

async function filesOf(name: string) {
  const entries = await unpackTar(gunzipSync(members.get(name)!))
  return new Map(
    entries.map(({ header, data }) => [header.name, { ...header, text: new TextDecoder().decode(data) }]),
  )
}

describe('the Debian package', () => {
  test('has its three members in order', () => {
    expect([...members.keys()]).toEqual(['debian-binary', 'control.tar.gz', 'data.tar.gz'])
    expect(new TextDecoder().decode(members.get('debian-binary'))).toBe('2.0\n')
  })

  test('says what it is and asks before it overwrites the settings', async () => {
    const files = await filesOf('control.tar.gz')
    expect(files.get('./control')?.text).toContain(
      `Package: joblane\nVersion: ${VERSION}\nArchitecture: arm64\n`,
    )
    expect(files.get('./conffiles')?.text).toBe('/etc/joblane/joblane.env\n')
    for (const name of ['preinst', 'postinst', 'prerm', 'postrm'])
      expect(files.get(`./${name}`)).toMatchObject({
        mode: 0o755,
        text: expect.not.stringContaining('@VERSION@'),
      })
  })

  test('disables units that were enabled by hand once it is removed, not at an upgrade', async () => {
    const prerm = join(folder, 'prerm')
    writeFileSync(prerm, (await filesOf('control.tar.gz')).get('./prerm')?.text ?? '')
    const said = join(folder, 'said')
    for (const name of ['systemctl', 'deb-systemd-invoke'])
      writeFileSync(join(folder, name), `#!/bin/sh\necho "$*" >> ${said}\n`, { mode: 0o755 })
    const run = (what: string) => {
      writeFileSync(said, '')
      const env = { PATH: `${folder}:/usr/bin:/bin` }
      expect(Bun.spawnSync(['sh', prerm, what], { env }).exitCode).toBe(0)
      return readFileSync(said, 'utf8')
    }
    expect(run('remove')).toContain('disable joblane-platform.service\n')
    expect(run('upgrade')).toBe('')
  })

  test('starts a cell anew only once the process before it answers', async () => {
    const script = join(folder, 'restart-cells')
    writeFileSync(script, (await filesOf('data.tar.gz')).get('./usr/lib/joblane/restart-cells')?.text ?? '')
    const happened: string[] = []
    let refusals = 2
    const server = Bun.serve({
      ...{ port: 0, hostname: '127.0.0.1' },
      fetch(request) {
        const { pathname, searchParams } = new URL(request.url)
        const unit = searchParams.get('restart')
        const status = unit || refusals-- <= 0 ? 200 : 503
        happened.push(unit ?? `${pathname} ${status}`)
        return new Response(null, { status })
      },
    })
    const systemctl = `#!/bin/sh
case $1 in
list-units) echo joblane-cell@01.service loaded active running ;;
show) echo 'ExecStart={ argv[]=joblane serve --port ${server.port} --proxy }' ;;
restart) perl -MIO::Socket::INET -e 'my $s = IO::Socket::INET->new("127.0.0.1:${server.port}");
  print $s "GET /?restart=$ARGV[0] HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n"; <$s>' "$2" ;;
esac
`
    writeFileSync(join(folder, 'systemctl'), systemctl, { mode: 0o755 })
    try {
      const env = { PATH: `${folder}:/usr/bin:/bin` }
      expect(await Bun.spawn(['sh', script], { env }).exited).toBe(0)
    } finally {
      server.stop(true)
    }
    const asked = '/health/ready'
    expect(happened).toEqual([
      ...['joblane-platform.service', `${asked} 503`, `${asked} 503`, `${asked} 200`],
      ...['joblane-cell@01.service', `${asked} 200`],
    ])
  })

  test('holds what a watcher needs', async () => {
    const files = await filesOf('data.tar.gz')
    expect(files.get('./usr/share/doc/joblane/watching/alerts.yml')?.text).toContain('groups:')
    expect(files.get('./usr/share/doc/joblane/watching/grafana-dashboard.json')?.mode).toBe(0o644)
  })

  test('holds files of root alone; what may hold a password is not for everybody', async () => {
    const files = await filesOf('data.tar.gz')
    expect([...files.values()].filter(({ uid, gid }) => uid || gid)).toEqual([])
    expect(files.get('./usr/lib/joblane/joblane')?.mode).toBe(0o755)
    expect(files.get('./etc/joblane/joblane.env')?.mode).toBe(0o640)
    const unit = files.get('./lib/systemd/system/joblane.service')?.text ?? ''
    expect(unit).toContain('ExecStart=/usr/lib/joblane/joblane serve\n')
    expect(unit).toContain('JOBLANE_DATA=/var/lib/joblane/data\n')
    const cell = files.get('./lib/systemd/system/joblane-cell@.service')?.text ?? ''
    expect(cell).toContain('serve --role cell --id c%i --port 31%i --host 127.0.0.1 --proxy\n')
    expect(cell).toContain('Conflicts=joblane.service\n')
    expect(cell).toContain('ProtectSystem=strict\n')
  })

  test.skipIf(!Bun.which('dpkg-deb'))('is read by dpkg, and refuses to replace a newer one', async () => {
    const control = join(folder, 'control')
    expect(Bun.spawnSync(['dpkg-deb', '--control', path, control]).exitCode).toBe(0)
    const refused = Bun.spawnSync(['sh', join(control, 'preinst'), 'upgrade', '99.0'])
    expect(refused.exitCode).toBe(1)
    expect(String(refused.stderr)).toContain('Nothing was changed')
  })
})
