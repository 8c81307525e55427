import { type LabelPaperName, labelPapers } from '#views/documents/labels.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { withQuery } from '#views/ui/links.ts'
import { FilterBar, ListRegion, SearchBox } from '#views/ui/list.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'

type Query = { search?: string; paper?: LabelPaperName; first?: number; copies?: number; ids?: string }

type LabelsPageProps = {
  title: string
  /** How many things get a label, and how many have no code to put on one. */
  count: number
  without: number
  toomany: boolean
  most: number
  noun: string
  /** Where the label is of one thing that was chosen before. */
  chosen?: true
  query: Query
  address: string
  print: string
  back: { href: string; label: string }
}

export function QrLabelsPage(props: LabelsPageProps) {
  const { title, count, without, toomany, most, noun, query, address, print, back, chosen } = props
  const { paper = 'a4', first = 1, copies = 1 } = query
  const asked = withQuery(print, { ...query })
  const plural = noun.startsWith('piece') ? 'pieces of equipment' : `${noun}s`
  const printable = count > 0 && !toomany && count * copies <= most
  return (
    <>
      <PageTitle
        title={title}
        subtitle="Codes to scan, with the name beside them. Print at 100 %, without fitting to the page."
        actions={
          <LinkButton href={back.href}>Back to {chosen ? back.label : back.label.toLowerCase()}</LinkButton>
        }
      />
      <FilterBar url={address} region="labels">
        {!chosen && <SearchBox label={`Search ${plural}`} value={query.search} />}
        <select className="filter" name="paper" aria-label="Paper" defaultValue={paper}>
          {Object.entries(labelPapers).map(([name, { description }]) => (
            <option key={name} value={name}>
              {description}
            </option>
          ))}
        </select>
        <Choice name="first" label="Begin at label" value={first} most={places(paper)} />
        <Choice name="copies" label="Copies of each" value={copies} most={20} />
      </FilterBar>
      <ListRegion id="labels" url={address}>
        <div className="counted">
          <p className="listcount" role="status">
            {toomany ? `More than ${most}` : count * copies} {count * copies === 1 ? 'label' : 'labels'}
            {without > 0 && `. ${without} without a barcode ${without === 1 ? 'gets' : 'get'} none.`}
          </p>
          {printable && (
            <LinkButton look="primary" icon="printer" href={asked} target="_blank">
              Print {count * copies === 1 ? 'the label' : `${count * copies} labels`}
            </LinkButton>
          )}
        </div>
        {printable ? (
          <img
            className={`labelsheet ${paper}`}
            src={withQuery(asked, { format: 'png', width: 900 })}
            alt="The first sheet as it will be printed"
          />
        ) : (
          <EmptyState
            icon="qr-code"
            text={
              count > 0 ? `At most ${most} labels are printed at once.` : 'There is nothing to label here.'
            }
            hint={
              count > 0
                ? 'Search for some of them, or take fewer copies.'
                : `Give a ${noun} a barcode first, or search for something else.`
            }
          />
        )}
      </ListRegion>
    </>
  )
}

const places = (paper: LabelPaperName) => labelPapers[paper].columns * labelPapers[paper].rows

type ChoiceProps = { name: string; label: string; value: number; most: number }

/** A small number to choose, in words of its own. */
function Choice({ name, label, value, most }: ChoiceProps) {
  return (
    <select className="filter" name={name} aria-label={label} defaultValue={value}>
      {Array.from({ length: Math.max(most, value) }, (_, index) => index + 1).map((number) => (
        <option key={number} value={number}>
          {label} {number}
        </option>
      ))}
    </select>
  )
}
