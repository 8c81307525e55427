import { Dialog } from '#views/ui/dialog.tsx'
import type { LeftOut } from '#views/ui/synced-list.tsx'
import { SyncedList, syncTitle } from '#views/ui/synced-list.tsx'

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
  leftout: LeftOut
  noun: [one: string, many: string]
}

/** Named and built as the dialog of a sync of inventory. */
export const SyncDone = ({ items, leftout, noun }: SyncDoneProps) => (
  <Dialog title={syncTitle(items)} size="small">
    <SyncedList items={items} leftout={leftout} noun={noun} />
  </Dialog>
)
