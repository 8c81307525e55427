import { importById, importsDone } from '#db/queries/settings/imports.ts'
import type { Context } from '#server/http/context.ts'
import { redirect, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { draftsIn } from '#server/import/drafts.ts'
import { importerOf } from '#server/import/importer.ts'
import { listNames, listOf, lists } from '#server/import/lists.ts'
import { pageTitle } from '#server/resources.ts'
import type { Services } from '#server/services.ts'
import { zoneOf } from '#server/zone.ts'
import { ImportsOverview } from '#views/settings/imports/overview.tsx'
import { ImportUpload } from '#views/settings/imports/upload.tsx'
import { importActs } from './acts.tsx'
import { importDownloads } from './api-downloads.ts'
import { importsExport } from './api-export.ts'
import { allowedList } from './find-draft.ts'
import { ByDraft, ByList, Overview, Shown, Upload } from './input.ts'
import { shownDraft, shownImport } from './shown.tsx'
import { takeFile } from './take-file.ts'

const PAGE = 'pages.admin.imports'

const overview = (c: Context, query: { skip?: number; take?: number } = {}) =>
  c.read((db) => {
    const title = pageTitle(db, PAGE)
    const { rows, total } = importsDone(db, query)
    const url = c.url.pathname + c.url.search
    return view(
      <ImportsOverview
        title={title}
        total={total}
        query={query}
        url={url}
        lists={choicesFor(c)}
        rows={rows.map((row) => ({ ...row, nouns: listOf(row.noun)?.nouns ?? row.noun }))}
        zone={zoneOf(db)}
        canexport={c.can('records.export')}
      />,
      { title, page: PAGE },
    )
  })

/** The lists that a person may bring in. People have a file of their own, since they are no records of one account. */
const choicesFor = (c: Context) => [
  ...listNames
    .filter((name) => c.can(lists[name].claim))
    .map((name) => ({ ...lists[name], href: `/import/${name}` })),
  ...(c.can('users.manage')
    ? [
        {
          nouns: 'people',
          about: 'Who signs in, with their roles.',
          icon: 'user-plus' as const,
          href: '/admin/users/import',
        },
      ]
    : []),
]

/** `/import`: choose a list, drop a file, say which column is what, look at a trial run, bring it in, take it back. */
export const importsRoutes = (services: Services): Route[] => {
  const { config, tenants } = services
  const drafts = draftsIn(config.data)
  const importer = importerOf({ tenants, drafts })
  return [
    page('GET /import', { claim: 'records.import', query: Overview, cached: true }, (c) =>
      overview(c, c.query),
    ),

    importsExport,

    page('GET /import/:list', { claim: 'records.import', params: ByList }, (c) => {
      const list = allowedList(c, c.params.list)
      return view(<ImportUpload name={c.params.list} {...list} maxuploadmb={config.maxuploadmb} />, {
        title: `Import ${list.nouns}`,
        page: PAGE,
      })
    }),

    page(
      'POST /import/:list',
      { claim: 'records.import', params: ByList, body: Upload, upload: true },
      async (c) => {
        allowedList(c, c.params.list)
        const { id } = await takeFile(c, drafts, config.maxuploadmb)
        return redirect(`/import/${c.params.list}/${id}`)
      },
    ),

    page('GET /import/:list/:id', { claim: 'records.import', params: ByDraft, query: Shown }, (c) => {
      const list = allowedList(c, c.params.list)
      const done = c.read((db) => importById(db, c.params.id))
      const body = done ? shownImport(c, list) : shownDraft(c, list, drafts, importer)
      return view(body, { title: `Import ${list.nouns}`, page: PAGE })
    }),

    ...importActs(services, drafts, importer),
    ...importDownloads(drafts),
  ]
}
