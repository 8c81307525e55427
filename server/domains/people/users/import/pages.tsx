import { listRolesWithClaims } from '#db/queries/people/roles-with-claims.ts'
import { changeRights } from '#server/access/change-rights.ts'
import { grantableClaims } from '#server/access/claims.ts'
import { withLinkSite } from '#server/access/link-site.ts'
import { syncMembershipsNow } from '#server/access/sync-membership.ts'
import { userListPage } from '#server/domains/people/users/pages.tsx'
import { forbidden, Problem } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { choice, FileUpload, flag, object, t } from '#server/http/fields.ts'
import { dataReply, dialogReply, fragment, trigger } from '#server/http/reply.ts'
import { api, page, type Route } from '#server/http/route.ts'
import type { ImportProblem } from '#server/import/index.ts'
import { whileConnected } from '#server/while-connected.ts'
import { ImportDialog, type ImportWhat } from '#views/people/users/import.tsx'
import { importPeople, PEOPLE_COLUMNS, type PeopleCounts } from './import-people.ts'
import { importRoles, ROLE_COLUMNS, type RoleCounts } from './import-roles.ts'
import { DryRunRollback, readSheet } from './read-sheet.ts'

const DryRunQuery = object({ dryrun: t.Optional(flag()) })

const ImportForm = object({
  file: t.Optional(t.Unknown()),
  what: t.Optional(choice('people', 'roles')),
  dryrun: t.Optional(flag()),
})

type Uploading = Context<unknown, unknown, { file?: unknown }>

/** The answer of a run; a dry run undoes itself by throwing its counts. */
async function runOrCount<C, A>(run: Promise<A>, answer: (counts: C) => A): Promise<A> {
  try {
    return await run
  } catch (error) {
    if (error instanceof DryRunRollback) return answer(error.counts as C)
    throw error
  }
}

/** @param answer made within the transaction, so that it is the whole answer that is kept for a repeated request */
async function people<A>(c: Uploading, dryrun: boolean, answer: (counts: PeopleCounts) => A): Promise<A> {
  const sheet = await readSheet(whileConnected(c), c.body.file, PEOPLE_COLUMNS, ['email'])
  const allRoles = c.read(listRolesWithClaims)
  let changed: string[] = []
  const answered = await runOrCount(
    c.platform.longWrite(async (tx) => {
      const done = await importPeople(tx, withLinkSite(c), c.person, allRoles, sheet, dryrun)
      changed = done.changed
      return answer(done.counts)
    }),
    answer,
  )
  await syncMembershipsNow(c.services)
  for (const userid of changed) c.services.hub.closeUser(c.person.accountid, userid)
  return answered
}

async function roles<A>(c: Uploading, dryrun: boolean, answer: (counts: RoleCounts) => A): Promise<A> {
  const sheet = await readSheet(whileConnected(c), c.body.file, ROLE_COLUMNS, ['role', 'claim'])
  const { platformowner, claims } = c.person
  const grantable = new Set<string>(
    grantableClaims({ platformowner, single: c.services.config.singleaccount }),
  )
  return runOrCount(
    changeRights(c, (tx, say) => {
      const counts = importRoles(tx, { claims, grantable }, sheet, dryrun)
      const { added, allowed, denied } = counts
      if (added + allowed + denied > 0)
        say(`Imported: ${added} roles added, ${allowed} claims allowed, ${denied} denied`)
      return answer(counts)
    }),
    answer,
  )
}

const many = (n: number, one: string, more = `${one}s`) => `${n} ${n === 1 ? one : more}`

const peopleWords = ({ invited, changed, unchanged }: PeopleCounts, dryrun: boolean) =>
  dryrun
    ? `${many(invited, 'person', 'people')} would be invited, ${changed} changed, and ${unchanged} left as they are. Nothing has been changed yet.`
    : `${many(invited, 'person was', 'people were')} invited, ${changed} changed, and ${unchanged} left as they are.`

const rolesWords = ({ added, allowed, denied, unchanged }: RoleCounts, dryrun: boolean) =>
  `${many(added, 'role')} ${dryrun ? 'would be' : added === 1 ? 'was' : 'were'} added, ${many(allowed, 'claim')} allowed, ${denied} denied, and ${unchanged} left as they are.${dryrun ? ' Nothing has been changed yet.' : ''}`

const asCounted = <C,>(counts: C): C => counts

const manage = { claim: 'users.manage', upload: 'any' } as const

export const peopleImportRoutes: Route[] = [
  api(
    'POST /api/users/import',
    {
      ...manage,
      body: FileUpload,
      query: DryRunQuery,
      summary: 'People from a CSV `file`: email, firstname, lastname, phone, roles.',
    },
    async (c) => {
      const dryrun = c.query.dryrun ?? false
      return people(c, dryrun, (counts) =>
        dataReply({ dryrun, ...counts }, { message: peopleWords(counts, dryrun) }),
      )
    },
  ),

  api(
    'POST /api/users/import/roles',
    {
      claim: 'roles.manage',
      body: FileUpload,
      upload: 'any',
      query: DryRunQuery,
      summary: 'Rights from a CSV `file`: role, claim, allowed (yes when left out).',
    },
    async (c) => {
      const dryrun = c.query.dryrun ?? false
      return roles(c, dryrun, (counts) =>
        dataReply({ dryrun, ...counts }, { message: rolesWords(counts, dryrun) }),
      )
    },
  ),

  page('GET /admin/users/import', { claim: 'users.manage', summary: 'The page that imports people.' }, (c) =>
    dialogReply(c, <ImportDialog what="people" roles={c.can('roles.manage')} />, () => userListPage(c)),
  ),

  page(
    'POST /admin/users/import',
    { ...manage, body: ImportForm, summary: 'Reads a file of people.' },
    async (c) => {
      const { what = 'people', dryrun = false } = c.body
      if (what === 'roles' && !c.can('roles.manage')) throw forbidden()
      const result = await run(c, what, dryrun)
      const done = !dryrun && result.problems.length === 0
      return fragment(
        <ImportDialog what={what} roles={c.can('roles.manage')} result={{ dryrun, ...result }} />,
        {
          headers: done ? { 'HX-Trigger': trigger({ refresh: { table: 'users' } }) } : {},
        },
      )
    },
  ),
]

/** For the dialog: what stood in the way is shown line by line, with the file still chosen. */
async function run(c: Uploading, what: ImportWhat, dryrun: boolean) {
  try {
    const sentence =
      what === 'people'
        ? peopleWords(await people(c, dryrun, asCounted), dryrun)
        : rolesWords(await roles(c, dryrun, asCounted), dryrun)
    return { sentence, problems: [] }
  } catch (error) {
    if (!(error instanceof Problem) || error.more.code !== 'import') throw error
    const { problems } = error.more.data as { problems: ImportProblem[] }
    return { sentence: error.message, problems }
  }
}
