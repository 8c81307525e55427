import { Modal } from '#islands/lib/modal.tsx'
import type { SyncedItem } from '#server/domains/catalogue/inventory/types.ts'
import { Button, IconButton } from '#views/ui/button.tsx'

type SyncResultProps = { items: readonly SyncedItem[]; onClose: () => void }

export function SyncResult({ items, onClose }: SyncResultProps) {
  return (
    <Modal size="small" labelledby="sync-title" onClosed={onClose}>
      <div className="sheet">
        <div className="head">
          <div>
            <h2 id="sync-title">Success</h2>
          </div>
          <IconButton icon="x" label="Close" data-close="" />
        </div>
        <div className="body">
          <p>
            {items.length.toLocaleString('en-ZA')} new {items.length === 1 ? 'item' : 'items'}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also without a mouse */}
          <ul className="synced" tabIndex={0} aria-label="New items">
            {items.map(({ id, name, barcode }) => (
              <li key={id}>
                <span>{name}</span>
                <span className="code">{barcode}</span>
              </li>
            ))}
          </ul>
        </div>
        <div className="foot">
          <Button look="primary" data-close="">
            Close
          </Button>
        </div>
      </div>
    </Modal>
  )
}
