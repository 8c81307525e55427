import { DataFolderRefused } from '#db/data-folder.ts'
import { readConfig, WrongSetting } from './config.ts'

const commands: Record<string, (args: string[]) => Promise<void>> = {
  serve: async (args) => (await import('./tasks/serve.ts')).serve(readConfig(process.env, args), args),
  demo: async (args) =>
    (await import('./tasks/serve.ts')).serve(readConfig(process.env, ['--demo', ...args]), args),
  import: async (args) => (await import('./tasks/import.ts')).importTask(args),
  backup: async (args) => (await import('./tasks/backup.ts')).backup(args),
  restore: async (args) => (await import('./tasks/restore.ts')).restore(args),
  replicate: async (args) => (await import('./tasks/replicate.ts')).replicate(args),
  pack: async (args) => (await import('./tasks/backup.ts')).pack(args),
  unpack: async (args) => (await import('./tasks/unpack.ts')).unpack(args),
  verify: async (args) => (await import('./tasks/unpack.ts')).verify(args),
  check: async (args) => (await import('./tasks/check.ts')).check(args),
  doctor: async (args) => (await import('./tasks/doctor.ts')).doctor(args),
  move: async (args) => (await import('./tasks/move.ts')).moveTask(args),
  'haproxy-config': async (args) => (await import('./tasks/haproxy-config.ts')).haproxyConfig(args),
  'ha-config': async (args) => (await import('./tasks/ha-config.ts')).haConfig(args),
  service: async (args) => (await import('./tasks/service.ts')).service(args),
  help: async () => console.log((await import('./tasks/help.ts')).help()),
  version: async () => console.log((await import('./version.ts')).VERSION),
}

export async function run(args: string[]): Promise<void> {
  // Whatever is written, backups too, is for this user alone: files 0600, folders 0700.
  process.umask(0o077)
  // Before any command is loaded: React decides at its import, and renders three times slower in development.
  process.env.NODE_ENV ??= 'production'
  const [first = 'serve', ...rest] = args
  if (args.some((arg) => arg === '--help' || arg === '-h')) return commands.help!([])
  const named = Object.hasOwn(commands, first)
  const command = named ? commands[first] : first.startsWith('-') ? commands.serve : undefined
  if (!command)
    throw new WrongSetting(`There is no command "${first}". Known: ${Object.keys(commands).join(', ')}.`)
  await command(named ? rest : args)
}

const AGAIN = 'Put a copy of it back, or bring a backup back with "joblane restore --replace".'

/** Never a stack trace for what a person can mend. */
export function startupErrorMessage(error: unknown): string {
  if (error instanceof WrongSetting || error instanceof DataFolderRefused) return error.message
  const { code = '', message, path } = rootCause(error)
  const file = path ? `The file ${path}` : 'A file of the data folder'
  const known: Record<string, string> = {
    EACCES: `Joblane may not write to ${path ?? 'the data folder'}.`,
    EROFS: 'The data folder is on a read-only disk.',
    ENOSPC: 'The disk is full.',
    SQLITE_FULL: 'The disk is full.',
    SQLITE_READONLY: 'The data folder is read-only.',
    SQLITE_CANTOPEN: `${file} cannot be opened: check that it exists and may be written.`,
    SQLITE_NOTADB: `${file} is damaged: it is not a database. ${AGAIN}`,
    SQLITE_CORRUPT: `${file} is damaged. ${AGAIN}`,
    SQLITE_IOERR: 'The disk of the data folder cannot be read or written.',
  }
  // SQLite's longer codes, such as SQLITE_READONLY_DIRECTORY, say in their first two words what a person must know.
  return known[code] ?? known[code.split('_').slice(0, 2).join('_')] ?? message ?? String(error)
}

type FileError = { code?: string; message?: string; path?: string }

function rootCause(error: unknown): FileError {
  for (let at = error; at instanceof Error; at = at.cause) if ('code' in at) return at as FileError
  return error as Error
}

/** Of a program compiled for Windows `import.meta.main` is false: Bun compares its name with slashes to one without. */
const isStarted = import.meta.main || Bun.main.replaceAll('/', '\\') === import.meta.path

if (isStarted) {
  run(process.argv.slice(2)).catch((error) => {
    console.error(`joblane: ${startupErrorMessage(error)}`)
    process.exit(1)
  })
}
