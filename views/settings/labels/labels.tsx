import { Button, IconButton } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import { FilterBar, ListCount, ListRegion, SearchBox } from '#views/ui/list.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { EmptyState } from '#views/ui/small.tsx'

type Label = { key: string; standard: string; own: string | null }

type LabelsProps = {
  title: string
  areas: readonly { area: string; labels: readonly Label[] }[]
  /** How many have been given words of the account's own. */
  own: number
  search: string
  /** The jobs label as it stands in addresses. */
  segment: string
  canexport: boolean
}

const PATH = '/customise/labels'

export function MenuLabelsPage({ title, areas, own, search, segment, canexport }: LabelsProps) {
  const url = search ? `${PATH}?search=${encodeURIComponent(search)}` : PATH
  const total = areas.reduce((sum, { labels }) => sum + labels.length, 0)
  return (
    <>
      <PageTitle
        title={title}
        subtitle="Your own words for pages, menus and lanes. A change is saved when you leave its field."
        actions={
          own > 0 && (
            <Button
              icon="undo"
              hx-post={`${PATH}/reset`}
              hx-swap="none"
              {...confirmFirst({
                question: `Give ${own === 1 ? 'the label that was changed its first word' : `all ${own} changed labels their first words`} back?`,
                yes: 'Reset them',
                danger: true,
              })}
            >
              Reset all
            </Button>
          )
        }
      />
      <FilterBar url={PATH} region="labels">
        <SearchBox label="Search labels" value={search} />
      </FilterBar>
      <ListRegion id="labels" refresh="resources" url={url}>
        <ListCount total={total} noun="label" exports={canexport ? url : undefined} />
        {areas.map(({ area, labels }) => (
          <Panel key={area} title={area}>
            <ul className="labels" data-rows="">
              {labels.map((label) => (
                <FieldLabelRow key={label.key} label={label} segment={segment} />
              ))}
            </ul>
          </Panel>
        ))}
        {total === 0 && <EmptyState icon="tag" text="No labels match." />}
      </ListRegion>
    </>
  )
}

export function FieldLabelRow({ label, segment }: { label: Label; segment: string }) {
  const { key, standard, own } = label
  const id = `label-${key.replaceAll('.', '-')}`
  return (
    <li id={`row-${id}`} tabIndex={-1}>
      <form
        hx-patch={`${PATH}/${key}`}
        hx-trigger="submit, change"
        hx-target={`#row-${id}`}
        hx-swap="outerMorph"
        hx-sync="this:queue last"
        noValidate
      >
        <label htmlFor={id}>
          {standard} <code>{key}</code>
        </label>
        <span className="field">
          <input
            id={id}
            name="label"
            type="text"
            defaultValue={own ?? ''}
            placeholder={standard}
            maxLength={120}
            autoComplete="off"
            aria-describedby={key === 'pages.jobs' ? `${id}-hint` : undefined}
          />
          {key === 'pages.jobs' && (
            <span className="hint" id={`${id}-hint`}>
              It is also in the address of every board: /{segment}/…
            </span>
          )}
        </span>
        {own === null ? (
          <span className="noreset" />
        ) : (
          <IconButton
            icon="undo"
            label={`Call it ${standard} again`}
            hx-post={`${PATH}/${key}/reset`}
            hx-target={`#row-${id}`}
            hx-swap="outerMorph"
          />
        )}
      </form>
    </li>
  )
}
