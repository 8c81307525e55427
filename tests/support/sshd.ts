import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from './eventually.ts'

const SSHD = '/usr/sbin/sshd'

/** Debian’s own server, where it is installed. */
export const hasSshd = existsSync(SSHD)

export type SshServer = {
  address(folder: string, hostkey?: string): string
  key: string
  hostkey: string
  /** As a line that breaks does. */
  dropSessions(): void
  stop(): void
}

/** Lets this user in by one key, for files alone. */
export async function startSshd(): Promise<SshServer> {
  const folder = mkdtempSync(join(tmpdir(), 'joblane-sshd-'))
  const at = (name: string) => join(folder, name)
  for (const name of ['host', 'user']) makeSshKey(at(name))
  writeFileSync(at('allowed'), readFileSync(at('user.pub')))
  const port = await freePort()
  writeFileSync(
    at('config'),
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${at('host')}`,
      `AuthorizedKeysFile ${at('allowed')}`,
      'PidFile none',
      'StrictModes no',
      'UsePAM no',
      'PasswordAuthentication no',
      'Subsystem sftp internal-sftp',
    ].join('\n'),
  )
  chmodSync(at('host'), 0o600)
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 })
  const server = Bun.spawn([SSHD, '-D', '-e', '-f', at('config')], { stdout: 'ignore', stderr: 'ignore' })
  await until(() => answers(port), 'sshd')
  const hostkey = /SHA256:\S+/.exec(run('ssh-keygen', '-lf', at('host.pub')))?.[0] ?? ''
  const username = run('id', '-un').trim()
  return {
    address: (path, pinned) =>
      `sftp://${username}@127.0.0.1:${port}${path}${pinned ? `?hostkey=${pinned}` : ''}`,
    key: at('user'),
    hostkey,
    dropSessions() {
      for (const pid of run('pgrep', '-P', String(server.pid)).split('\n').filter(Boolean))
        process.kill(Number(pid))
    },
    stop() {
      server.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const run = (...command: string[]) => Bun.spawnSync(command).stdout.toString()

export const makeSshKey = (path: string) => run('ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', path)

function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address() as { port: number }
    server.close(() => resolve(port))
  })
  return promise
}

const answers = (port: number) =>
  Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } }).then(
    (socket) => {
      socket.end()
      return true
    },
    () => false,
  )
