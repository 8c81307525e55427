import { createHash } from 'node:crypto'
import { dirname } from 'node:path/posix'
import { randomUUIDv7 } from 'bun'
import type { Client, ConnectConfig, SFTPWrapper } from 'ssh2'
import type { SftpAddress } from './address.ts'
import { byObjectName, type CopyPlace, PlaceProblem } from './place.ts'

export type SftpCredentials = {
  /** The text of a private key without a passphrase. */
  privatekey: string | null
  /** Which key the host showed the first time; asked for when the address names none. */
  trusts(hostkey: string): boolean
}

const READY_MS = 20_000
const COMING = '.coming-'
/** Codes of the protocol. */
const [NO_SUCH_FILE, PERMISSION_DENIED, FAILURE] = [2, 3, 4]

/** Any SSH server. One connection for all, opened when it is needed and anew after it broke. */
export function openSftp(address: SftpAddress, credentials: SftpCredentials): CopyPlace {
  const { path: root } = address
  let session: Promise<Session> | undefined
  const connected = () => {
    session ??= connect(address, credentials, () => {
      session = undefined
    })
    return session
  }
  const made = new Set<string>()
  const withSession = <T>(run: (files: Files) => Promise<T>): Promise<T> =>
    connected()
      .then(({ sftp }) => run(promised(sftp)))
      .catch((error) => explain(error, address, connected))
  return {
    put: (name, bytes, { unlessThere = false } = {}) =>
      withSession(async (files) => {
        const path = `${root}/${name}`
        await makeFolders(files, dirname(path), made)
        return placeWhole(files, path, bytes, unlessThere)
      }),
    get: (name) => withSession((files) => files.read(`${root}/${name}`).catch(nullIfAbsent)),
    list: (folder) =>
      withSession(async (files) => {
        const found = (await files.list(`${root}/${folder}`).catch(nullIfAbsent)) ?? []
        return found
          .filter(({ filename }) => !filename.startsWith('.'))
          .map(({ filename, attrs }) => ({
            name: `${folder}/${filename}`,
            bytes: attrs.size,
            modifiedutc: new Date(attrs.mtime * 1000).toISOString(),
          }))
          .sort(byObjectName)
      }),
    remove: (name) => withSession((files) => files.remove(`${root}/${name}`).then(() => {}, ignoreAbsent)),
    close() {
      session?.then(({ client }) => client.end()).catch(() => {})
      session = undefined
    },
  }
}

type Session = { client: Client; sftp: SFTPWrapper }

/** The library is loaded here: for its 16 MB of WebAssembly memory alone everybody’s heap would be collected later. */
async function connect(
  address: SftpAddress,
  credentials: SftpCredentials,
  gone: () => void,
): Promise<Session> {
  const { promise, resolve, reject } = Promise.withResolvers<Session>()
  const ssh2 = await import('ssh2')
  const client = new ssh2.Client()
  const fail = (error: Error) => {
    gone()
    reject(error)
    client.destroy()
  }
  client.on('error', fail)
  client.on('close', () => fail(new Error('The connection was closed.')))
  client.on('ready', () => {
    client.sftp((error, sftp) => (error ? fail(error) : resolve({ client, sftp })))
  })
  const config = { host: address.host, port: address.port, username: address.user, readyTimeout: READY_MS }
  try {
    client.connect({
      ...config,
      ...(address.password && { password: address.password }),
      ...(credentials.privatekey && { privateKey: credentials.privatekey }),
      keepaliveInterval: 15_000,
      hostVerifier: (key: Buffer) => {
        const shown = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
        if (address.hostkey ? shown === address.hostkey : credentials.trusts(shown)) return true
        fail(new StrangeHost(shown))
        return false
      },
    } as ConnectConfig)
  } catch (error) {
    fail(error as Error)
  }
  return promise
}

class StrangeHost extends Error {}

type Files = ReturnType<typeof promised>

function promised(sftp: SFTPWrapper) {
  const asked = <T>(ask: (done: (error?: Error | null, value?: T) => void) => void) => {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    ask((error, value) => (error ? reject(error) : resolve(value as T)))
    return promise
  }
  return {
    read: (path: string) => asked<Buffer>((done) => sftp.readFile(path, done)),
    write: (path: string, bytes: Uint8Array) =>
      asked<void>((done) => sftp.writeFile(path, Buffer.from(bytes), { mode: 0o600, flag: 'wx' }, done)),
    list: (path: string) =>
      asked<{ filename: string; attrs: { size: number; mtime: number } }[]>((done) =>
        sftp.readdir(path, done),
      ),
    stat: (path: string) => asked<{ size: number }>((done) => sftp.stat(path, done)),
    makeFolder: (path: string) => asked<void>((done) => sftp.mkdir(path, { mode: 0o700 }, done)),
    remove: (path: string) => asked<void>((done) => sftp.unlink(path, done)),
    /** Refused where something is there. */
    move: (from: string, to: string) => asked<void>((done) => sftp.rename(from, to, done)),
    replace: (from: string, to: string) => asked<void>((done) => sftp.ext_openssh_rename(from, to, done)),
    room: (path: string) =>
      asked<{ f_bavail: number }>((done) => sftp.ext_openssh_statvfs(path, done as never)),
  }
}

async function placeWhole(files: Files, path: string, bytes: Uint8Array, unlessThere: boolean) {
  const coming = `${dirname(path)}/${COMING}${randomUUIDv7()}`
  try {
    await files.write(coming, bytes)
    if (!unlessThere) await files.replace(coming, path).catch(() => replaceSimply(files, coming, path))
    else if (await isThere(files, path)) return await files.remove(coming).then(() => false)
    else await files.move(coming, path)
    return true
  } catch (error) {
    await files.remove(coming).catch(() => {})
    // Somebody was faster.
    if (unlessThere && codeOf(error) === FAILURE && (await isThere(files, path))) return false
    throw error
  }
}

/** For servers that do not know OpenSSH’s way of replacing. */
async function replaceSimply(files: Files, from: string, to: string) {
  await files.remove(to).catch(nullIfAbsent)
  await files.move(from, to)
}

const isThere = (files: Files, path: string) => files.stat(path).then(() => true, falseIfAbsent)

/** Those above first. A folder that is there is answered like any other failure. */
async function makeFolders(files: Files, folder: string, made: Set<string>) {
  if (made.has(folder) || folder === '/' || folder === '.') return
  if (!(await isThere(files, folder))) {
    await makeFolders(files, dirname(folder), made)
    await files.makeFolder(folder).catch(async (error) => {
      if (!(await isThere(files, folder))) throw error
    })
  }
  made.add(folder)
}

const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code

function nullIfAbsent(error: unknown): null {
  if (codeOf(error) === NO_SUCH_FILE) return null
  throw error
}

const falseIfAbsent = (error: unknown): false => nullIfAbsent(error) ?? false

const ignoreAbsent = (error: unknown): void => void nullIfAbsent(error)

async function explain(
  error: unknown,
  { host, user, path }: SftpAddress,
  connected: () => Promise<Session>,
): Promise<never> {
  const { message = '', level } = error as { message?: string; level?: string }
  if (error instanceof StrangeHost)
    throw new PlaceProblem(
      `${host} showed another key (${message}) than the one that is known of it. If its key was changed on purpose, name it with ?hostkey=${message}.`,
    )
  if (level === 'client-authentication')
    throw new PlaceProblem(
      `${host} does not let ${user} in. Check the password or the key (JOBLANE_SSH_KEY).`,
    )
  if (codeOf(error) === PERMISSION_DENIED)
    throw new PlaceProblem(`${user} has no permission to write to ${path} on ${host}.`)
  if (codeOf(error) === FAILURE && (await isFull(connected, path)))
    throw new PlaceProblem(`The disk of ${host} is full. Make room there, or name another place.`)
  if (typeof codeOf(error) === 'number')
    throw new PlaceProblem(`${path} on ${host} cannot be used: ${message}.`)
  throw new PlaceProblem(`${host} cannot be reached: ${message.replace(/\.$/, '')}.`)
}

/** The protocol has no word for it. */
async function isFull(connected: () => Promise<Session>, path: string): Promise<boolean> {
  try {
    const { sftp } = await connected()
    const { f_bavail } = await promised(sftp).room(path)
    return f_bavail < 2048
  } catch {
    return false
  }
}
