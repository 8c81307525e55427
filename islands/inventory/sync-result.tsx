import type { ApiReply } from '#islands/lib/call.ts'
import { Modal } from '#islands/lib/modal.tsx'
import type { SyncedItem } from '#server/domains/catalogue/inventory/types.ts'
import { Button, IconButton } from '#views/ui/button.tsx'
import { SyncedList, syncTitle } from '#views/ui/synced-list.tsx'

type SyncResultProps = { result: ApiReply<SyncedItem[]>; onClose: () => void }

export function SyncResult({ result: { data, leftout }, onClose }: SyncResultProps) {
  return (
    <Modal size="small" labelledby="sync-title" onClosed={onClose}>
      <div className="sheet">
        <div className="head">
          <div>
            <h2 id="sync-title">{syncTitle(data)}</h2>
          </div>
          <IconButton icon="x" label="Close" data-close="" />
        </div>
        <div className="body">
          <SyncedList items={data} leftout={leftout} noun={['item', 'items']} />
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
