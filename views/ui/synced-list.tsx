import { wholeNumber } from '#views/format.ts'
import { Banner } from './small.tsx'

/**
 * Rows that did not come in, and why; `open`: the import, where they can be downloaded to be mended. `part`: that there is
 * more than was asked for at once.
 */
export type LeftOut = {
  rows: number
  reasons: { rows: number; sentence: string }[]
  open?: string
  part?: string
}

export const leftOutWords = (rows: number) =>
  rows === 1
    ? 'One row was left out for what is wrong in it.'
    : `${wholeNumber(rows)} rows were left out for what is wrong in them.`

/** What a sync says of rows that did not come in. */
const LeftOutBanner = ({ rows, reasons, open, part }: LeftOut) => (
  <Banner level="warning">
    {part} {rows > 0 && leftOutWords(rows)}{' '}
    {open && <a href={open}>Open the import to mend {rows === 1 ? 'it' : 'them'}</a>}
    <ul>
      {reasons.map(({ rows, sentence }) => (
        <li key={sentence}>
          {sentence} {rows > 1 && `(${wholeNumber(rows)} rows)`}
        </li>
      ))}
    </ul>
  </Banner>
)

type Item = { id: string; name: string; barcode: string }

/** Spec 2, section 3. */
export const syncTitle = (items: readonly Item[]) => (items.length > 0 ? 'Success' : 'Nothing new')

type SyncedListProps = { items: readonly Item[]; leftout?: LeftOut; noun: [one: string, many: string] }

/** What came in, and what did not. */
export const SyncedList = ({ items, leftout, noun: [one, many] }: SyncedListProps) => (
  <>
    <p>
      {items.length.toLocaleString('en-ZA')} new {items.length === 1 ? one : many}
    </p>
    {leftout && (leftout.rows > 0 || leftout.part) && <LeftOutBanner {...leftout} />}
    {items.length > 0 && (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also without a mouse
      <ul className="synced" tabIndex={0} aria-label={`New ${many}`}>
        {items.map(({ id, name, barcode }) => (
          <li key={id}>
            <span>{name}</span>
            <span className="code">{barcode}</span>
          </li>
        ))}
      </ul>
    )}
  </>
)
