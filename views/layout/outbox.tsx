import { IconButton } from '#views/ui/button.tsx'

export const SignInToSend = () => <a href="/signin">Sign in to send what waits</a>

/** Changes that got no answer wait on the device. The page script lists them, since there may be no line. */
export const OutboxDialog = () => (
  <dialog className="dialog small outbox" id="outboxdialog" aria-labelledby="outbox-title">
    <div className="sheet">
      <div className="head">
        <div>
          <h2 id="outbox-title">Waiting to be sent</h2>
          <p className="subtitle">Kept on this device until it can be sent</p>
        </div>
        <IconButton icon="x" label="Close" data-close="" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section className="body" aria-labelledby="outbox-title" tabIndex={0}>
        <p data-outbox-signin="" hidden>
          <SignInToSend />. If you cannot sign in to this account any more, ask those who run it: what waits
          stays on this device.
        </p>
        <p data-outbox-none="" hidden />
        <p className="buttons" data-outbox-switch="" hidden />
        <ul data-outbox-list="" />
      </section>
    </div>
  </dialog>
)
