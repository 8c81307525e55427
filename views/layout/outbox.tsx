import { IconButton } from '#views/ui/button.tsx'

/** Changes that got no answer wait on the device. The page script lists them, since there may be no line. */
export const OutboxDialog = () => (
  <dialog className="dialog small outbox" id="outboxdialog" aria-labelledby="outbox-title">
    <div className="sheet">
      <div className="head">
        <div>
          <h2 id="outbox-title">Waiting to be sent</h2>
          <p className="subtitle">Kept on this device until the network is back</p>
        </div>
        <IconButton icon="x" label="Close" data-close="" />
      </div>
      <div className="body">
        <p data-outbox-none="" hidden />
        <ul data-outbox-list="" />
      </div>
    </div>
  </dialog>
)
