import { Button, LinkButton } from '#views/ui/button.tsx'
import { Drawer } from '#views/ui/dialog.tsx'
import { Skeleton } from '#views/ui/small.tsx'
import type { FrameProps } from './types.ts'

/** The drawers of every page: notifications, help, and the renewal of an expired account. */
export function Drawers({ helpbase, expired, labels }: Pick<FrameProps, 'helpbase' | 'expired' | 'labels'>) {
  return (
    <>
      <Drawer id="notifications" title={labels.notifications ?? 'Notifications'}>
        <div id="notificationlist" hx-get="/notifications" hx-trigger="opened" hx-swap="innerMorph">
          <Skeleton lines={4} />
        </div>
      </Drawer>
      {helpbase && <HelpDrawer helpbase={helpbase} title={labels.help ?? 'Help'} />}
      {expired && (
        <Drawer id="renewal" title={labels.renewal ?? 'Renew your account'}>
          <p>Your account or evaluation period has expired, certain functionality will not be available...</p>
          <p>Everything stays readable, and every report and export still works.</p>
          <div className="buttons">
            <LinkButton look="primary" href={expired.renewurl}>
              Subscription options
            </LinkButton>
            <Button data-close="">Hide</Button>
          </div>
        </Drawer>
      )}
    </>
  )
}

function HelpDrawer({ helpbase, title }: { helpbase: string; title: string }) {
  const popout = (
    <LinkButton look="quiet" icon="external-link" href={helpbase} target="_blank" rel="noopener">
      Pop out
    </LinkButton>
  )
  return (
    <Drawer id="help" title={title} actions={popout}>
      <iframe title={title} data-src={helpbase} />
    </Drawer>
  )
}
