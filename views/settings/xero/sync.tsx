import { Dialog } from '#views/ui/dialog.tsx'

export const SyncAccountCodes = () => (
  <Dialog title="Sync with Xero" url="/admin/accountcodes/sync" size="small" submit="Bring in">
    <p>
      Brings in the income and expense accounts of Xero that are not here yet. What is here stays as it is.
    </p>
    <p className="hint">It stands among the imports afterwards, and is taken back there.</p>
  </Dialog>
)

type SyncDoneProps = {
  items: readonly { id: string; name: string; barcode: string }[]
  noun: [one: string, many: string]
}

/** Named and built as the dialog of a sync of inventory. */
export const SyncDone = ({ items, noun: [one, many] }: SyncDoneProps) => (
  <Dialog title="Success" size="small">
    <p>
      {items.length.toLocaleString('en-ZA')} new {items.length === 1 ? one : many}
    </p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also without a mouse */}
    <ul className="synced" tabIndex={0} aria-label={`New ${many}`}>
      {items.map(({ id, name, barcode }) => (
        <li key={id}>
          <span>{name}</span>
          <span className="code">{barcode}</span>
        </li>
      ))}
    </ul>
  </Dialog>
)
