import { recordAudit } from '#server/access/audit.ts'
import { forbidden, Problem } from '#server/errors.ts'
import { disposition } from '#server/files/disposition.ts'
import type { Context } from '#server/http/context.ts'
import { choice, object } from '#server/http/fields.ts'
import { view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { logFailure } from '#server/log.ts'
import type { ReaderRequest } from '#server/reader/messages.ts'
import { askReader } from '#server/reader/reader.ts'
import { sendTemporaryFile } from '#server/reader/temporary-file.ts'
import { whileConnected } from '#server/while-connected.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { BackupPage } from '#views/account/backups/backup.tsx'
import { type PartName, partNames, parts } from './parts.ts'
import { readAutomaticBackups } from './read-automatic-backups.ts'

const claim = 'account.manage'

function backupPage(c: Context, part: PartName | null) {
  const links = partNames.map((name) => ({ href: `/${name}/backup`, label: parts[name].title }))
  const title = part ? `${parts[part].title} backup` : 'Backup'
  return view(
    <BackupPage
      title={title}
      links={[{ href: '/account/backup', label: 'Everything' }, ...links]}
      current={part ? `/${part}/backup` : '/account/backup'}
      part={part ? parts[part] : null}
      {...readAutomaticBackups(c, c.person.accountid)}
      candownload={c.can('records.export')}
    />,
    { title },
  )
}

const types = {
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  joblane: 'application/octet-stream',
}

/** @throws 403, 503 */
async function download(
  c: Context,
  kind: keyof typeof types,
  title: string,
  ask: (to: string) => ReaderRequest,
) {
  if (!c.can('records.export')) throw forbidden()
  const day = c.read((db) => todayIn(readZone(db), c.now()))
  const make = (to: string) => askReader(whileConnected(c), ask(to)).catch(explain)
  const body =
    c.request.method === 'GET' ? await sendTemporaryFile(c.person, c.services.config.data, make) : null
  return new Response(body, {
    headers: {
      'content-type': types[kind],
      'content-disposition': disposition(`${title} ${day}.${kind}`.replace(/[/\\:*?"<>|]/g, '-')),
      'cache-control': 'no-store',
    },
  })
}

function explain(error: unknown): never {
  if (error instanceof Problem || (error instanceof DOMException && error.name === 'AbortError')) throw error
  logFailure('download of a backup', error)
  throw new Problem(500, 'The file could not be made. Nothing was changed; please try again.', {
    code: 'backupfailed',
  })
}

const partRoutes = partNames.flatMap((part) => [
  page(`GET /${part}/backup`, { claim, summary: `Downloads of the ${part} part of the account.` }, (c) =>
    backupPage(c, part),
  ),

  page(
    `GET /${part}/backup/file`,
    {
      claim,
      query: object({ format: choice('json', 'xlsx') }),
      summary: `The ${part} part of the account as one file, as it stands at one moment.`,
    },
    (c) => {
      const { accountid, accountname } = c.person
      const { format } = c.query
      return download(c, format, `${accountname} ${part}`, (to) => ({
        part: {
          ...{ path: c.services.tenants.path(accountid), part, format, account: accountname, to },
          madeutc: c.now().toISOString(),
        },
      }))
    },
  ),
])

export const backupPages: Route[] = [
  ...partRoutes,

  page(
    'GET /account/backup',
    { claim, summary: 'When the account was backed up, and all of it as an archive.' },
    (c) => backupPage(c, null),
  ),

  page(
    'GET /account/backup/archive',
    {
      claim,
      needsSignIn: true,
      summary: 'All of the account as one archive, to open in another installation.',
    },
    async (c) => {
      const { accountid: id, accountname: name, userid } = c.person
      const { data } = c.services.config
      const reply = await download(c, 'joblane', name, (to) => ({
        archive: { data, account: { id, name }, to },
      }))
      await c.beside((tx) =>
        recordAudit(tx, 'archivetaken', { userid, accountid: id, address: c.meta.address, detail: name }),
      )
      return reply
    },
  ),
]
