import { importById, listImports } from '#db/queries/settings/imports.ts'
import type { Context } from '#server/http/context.ts'
import { FileUpload } from '#server/http/fields.ts'
import { redirect, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { findImportList, importListNames, importLists, MAX_LIST_ROWS } from '#server/import/index.ts'
import { pageTitle } from '#server/resources.ts'
import { readZone } from '#server/zone.ts'
import { ImportsOverview } from '#views/settings/imports/overview.tsx'
import { ImportUpload } from '#views/settings/imports/upload.tsx'
import { importDownloads } from './api-downloads.ts'
import { importsExport } from './api-export.ts'
import { allowedList } from './find-staged-import.ts'
import { ByList, ByStagedImport, ImportPageQuery, ImportsQuery } from './input.ts'
import { stageUpload } from './stage-upload.ts'
import { donePage, stagedImportPage } from './staged-import-pages.tsx'
import { stagedImportRoutes } from './staged-import-routes.tsx'
import { importTaskRoutes } from './task-routes.tsx'

const PAGE = 'pages.admin.imports'

const overview = (c: Context, query: { skip?: number; take?: number } = {}) =>
  c.read((db) => {
    const title = pageTitle(db, PAGE)
    const { rows, total } = listImports(db, query)
    const url = c.url.pathname + c.url.search
    return view(
      <ImportsOverview
        title={title}
        total={total}
        query={query}
        url={url}
        lists={choicesFor(c)}
        rows={rows.map((row) => ({ ...row, plural: findImportList(row.noun)?.plural ?? row.noun }))}
        zone={readZone(db)}
        canexport={c.can('records.export')}
        canbank={c.can('invoices.write')}
      />,
      { title, page: PAGE },
    )
  })

/** People have a file of their own, since they are no records of one account. */
const choicesFor = (c: Context) => [
  ...importListNames
    .filter((name) => c.can(importLists[name].claim))
    .map((name) => ({ ...importLists[name], href: `/import/${name}` })),
  ...(c.can('users.manage')
    ? [
        {
          plural: 'people',
          about: 'Who signs in, with their roles.',
          icon: 'user-plus' as const,
          href: '/admin/users/import',
        },
      ]
    : []),
]

export const recordImportRoutes: Route[] = [
  page(
    'GET /import',
    { claim: 'records.import', query: ImportsQuery, cached: true, summary: 'Lists imports.' },
    (c) => overview(c, c.query),
  ),

  importsExport,

  page(
    'GET /import/:list',
    { claim: 'records.import', params: ByList, summary: 'The page that takes a file.' },
    (c) => {
      const list = allowedList(c, c.params.list)
      return view(
        <ImportUpload
          name={c.params.list}
          {...list}
          maxuploadmb={c.services.config.maxuploadmb}
          maxrows={MAX_LIST_ROWS}
        />,
        {
          title: `Import ${list.plural}`,
          page: PAGE,
        },
      )
    },
  ),

  page(
    'POST /import/:list',
    { claim: 'records.import', params: ByList, body: FileUpload, upload: 'any', summary: 'Takes a file.' },
    async (c) => {
      allowedList(c, c.params.list)
      const { id } = await stageUpload(c)
      return redirect(`/import/${c.params.list}/${id}`)
    },
  ),

  page(
    'GET /import/:list/:id',
    {
      claim: 'records.import',
      params: ByStagedImport,
      query: ImportPageQuery,
      summary: 'An import, and what it brought.',
    },
    (c) => {
      const list = allowedList(c, c.params.list)
      const done = c.read((db) => importById(db, c.params.id))
      const body = done ? donePage(c, list) : stagedImportPage(c, list)
      return view(body, { title: `Import ${list.plural}`, page: PAGE })
    },
  ),

  ...stagedImportRoutes,
  ...importTaskRoutes,
  ...importDownloads,
]
