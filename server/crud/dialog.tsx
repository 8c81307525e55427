import { historyPage } from '#db/queries/history.ts'
import { listOptions, withChosen } from '#db/queries/options.ts'
import type { TenantDb } from '#db/types.ts'
import type { Context } from '#server/http/context.ts'
import { readZone } from '#server/zone.ts'
import { CrudDialog, type DialogTab } from '#views/crud/dialog.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { History } from '#views/ui/history.tsx'
import type { Control, FoundRecord } from './field.ts'
import { lackingLinks } from './lacking.ts'
import type { RecordValues } from './literal.ts'
import { readResource, storedValue } from './read.ts'
import { type Resource, recordLinks } from './resource.ts'
import { hiddenFields } from './seen-fields.ts'

export function resourceDialog(
  r: Resource,
  c: Context,
  db: TenantDb,
  id?: string,
  initial: RecordValues = {},
  { brief = false, tab }: { brief?: boolean; tab?: string } = {},
) {
  const found = id === undefined ? undefined : readResource(r, db, id)
  const canwrite = c.can(r.claims.write)
  return (
    <CrudDialog
      noun={r.noun}
      name={found?.title}
      url={found ? `${r.path}/${found.record.id}` : r.path}
      version={found?.record.version}
      archived={found?.record.archived}
      canwrite={canwrite}
      tab={tab}
      links={found && !brief ? [...lackingLinks(r, c, found), ...recordLinks(r, found.record.id)] : []}
      tabs={[
        ...dialogTabs(r, c, db, found, initial).filter(({ load }) => !brief || !load),
        ...(found && !brief && c.can('history.read') ? [historyTab(r, c, db, found)] : []),
      ]}
    >
      {!found && r.split && r.fields[r.split.by]?.fixed && fixedInput(r.split.by, initial)}
    </CrudDialog>
  )
}

export const shownFields = ({ fields }: Resource, values: RecordValues, exists: boolean): string[] =>
  Object.entries(fields).flatMap(([name, { when = {}, fixed, later }]) =>
    !fixed && (exists || !later) && Object.entries(when).every(([other, value]) => values[other] === value)
      ? [name]
      : [],
  )

type TabContent = readonly (string | readonly string[])[]

function dialogTabs(
  r: Resource,
  c: Context,
  db: TenantDb,
  found: FoundRecord | undefined,
  initial: RecordValues,
): DialogTab[] {
  const unseen = hiddenFields(r, c)
  const names = shownFields(r, found?.record ?? initial, Boolean(found))
  const shown = new Set(names.filter((name) => !unseen.includes(name)))
  const tabs: NonNullable<Resource['tabs']> = r.tabs ?? { Details: Object.keys(r.fields) }
  return Object.entries(tabs).flatMap(([label, content], index): DialogTab[] => {
    if (typeof content === 'string' || 'load' in content) return loadedTab(c, label, content, found)
    const rows = visible(content, shown)
    return rows.length > 0
      ? [
          {
            label,
            panel: <Rows r={r} db={db} found={found} initial={initial} rows={rows} first={index === 0} />,
          },
        ]
      : []
  })
}

type Loaded = string | Extract<NonNullable<Resource['tabs']>[string], { load: string }>

function loadedTab(c: Context, label: string, content: Loaded, found: FoundRecord | undefined): DialogTab[] {
  const { load, when = {}, claim, of } = typeof content === 'string' ? { load: content } : content
  const fits = found && Object.entries(when).every(([name, value]) => found.record[name] === value)
  return fits && (!claim || c.can(claim)) ? [{ label, load: load.replace(':id', found.record.id), of }] : []
}

const visible = (content: TabContent, shown: Set<string>): string[][] =>
  content.map((row) => [row].flat().filter((name) => shown.has(name))).filter((row) => row.length > 0)

type RowsProps = {
  r: Resource
  db: TenantDb
  found?: FoundRecord
  initial: RecordValues
  rows: readonly (readonly string[])[]
  first: boolean
}

function Rows({ r, db, found, initial, rows, first }: RowsProps) {
  return rows.map((row, index) => {
    const inputs = row.map((name) => (
      <Input
        key={name}
        control={fieldControl(r, db, name, found, initial, first && index === 0 && !found)}
        field={r.fields[name]}
      />
    ))
    return row.length > 1 ? <FieldRow key={row[0]}>{inputs}</FieldRow> : inputs
  })
}

type Drawn = { field?: Resource['fields'][string]; control: Control }
const Input = ({ field, control }: Drawn) => field?.input(control)

function fieldControl(
  r: Resource,
  db: TenantDb,
  name: string,
  found: FoundRecord | undefined,
  initial: RecordValues,
  autoFocus: boolean,
): Control {
  const field = r.fields[name] as Resource['fields'][string]
  const value = found ? storedValue(found, name) : (initial[name] ?? field.initial)
  const shown = found?.names[name] ?? ''
  return {
    ...field,
    name,
    value,
    shown,
    autoFocus,
    id: found?.record.id,
    options: field.choices
      ? withChosen(listOptions(db, field.choices as never, field.only), value, shown)
      : (field.options ?? []),
  }
}

const fixedInput = (by: string, initial: RecordValues) => (
  <input type="hidden" name={by} value={String(initial[by] ?? '')} />
)

const historyTab = (r: Resource, c: Context, db: TenantDb, { record }: FoundRecord): DialogTab => ({
  label: 'History',
  panel: (
    <History
      entries={historyPage(db, r.name, record.id, { unseen: hiddenFields(r, c) }).rows.map((entry) => ({
        ...entry,
        field: labelOf(r, entry.field),
      }))}
      zone={readZone(db)}
    />
  ),
})

const labelOf = ({ fields }: Resource, name: string) => fields[name]?.label ?? name
