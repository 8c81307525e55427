import { Button, IconButton } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { opensDialog } from '#views/ui/links.ts'
import { Banner } from '#views/ui/small.tsx'
import { SignInToSend } from './outbox.tsx'
import type { FrameProps } from './types.ts'

export function Banners({ expired, copy, appname }: Pick<FrameProps, 'expired' | 'copy' | 'appname'>) {
  return (
    <div className="banners">
      {copy && (
        <Banner level="warning" id="copy">
          A copy{copy.of && ` of ${copy.of}`}
          {copy.utc && (
            <>
              {' '}
              as it was on <DateTime iso={copy.utc} />
            </>
          )}
          : only to read
        </Banner>
      )}
      {expired && (
        <Banner level="warning" id="expired" actions={<RenewalButtons />}>
          Your account has expired {expired.utc && <DateTime iso={expired.utc} relative />}
          {expired.seats && <small>{expired.seats}</small>}
        </Banner>
      )}
      <Banner level="info" id="update" hidden actions={<UpdateButton />}>
        A new version of {appname} is ready
      </Banner>
      <OfflineBanner />
      <Banner level="info" id="newer" hidden actions={<NewerButton />}>
        No answer came in time, so this page was shown as it was kept. Its newest state is here now
      </Banner>
      <Banner level="warning" id="outbox" hidden actions={<OutboxButton />}>
        <span data-outbox-text="" />
        <span data-outbox-signin="" hidden>
          {' '}
          <SignInToSend />
        </span>{' '}
        <span className="buttons" data-outbox-switch="" hidden />
      </Banner>
    </div>
  )
}

/** For pages on which nobody is signed in: what waits is not shown to just anybody. */
export const StrangersOutbox = () => (
  <Banner level="warning" id="outbox" hidden>
    <span data-outbox-text="" />
  </Banner>
)

export const OfflineBanner = () => (
  <Banner level="warning" id="offline" hidden>
    Your network connection appears to be unavailable
    <span data-stored hidden>
      . This page is as it was <time data-relative="" />
    </span>
  </Banner>
)

const OutboxButton = () => (
  <Button small data-outbox-show="">
    Show
  </Button>
)

const RenewalButtons = () => (
  <>
    <Button small {...opensDialog('renewal')}>
      Show renewal
    </Button>
    <IconButton small icon="x" label="Hide this" data-expired-hide="" />
  </>
)

const NewerButton = () => (
  <Button small data-newer="">
    Show it
  </Button>
)

const UpdateButton = () => (
  <Button small data-update="">
    Update
  </Button>
)
