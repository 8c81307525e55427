import { Button, LinkButton } from '#views/ui/button.tsx'
import { Drawer } from '#views/ui/dialog.tsx'
import { Skeleton } from '#views/ui/small.tsx'
import type { ExpiryNotice, FrameProps } from './types.ts'

export function Drawers({ helpbase, expired, labels }: Pick<FrameProps, 'helpbase' | 'expired' | 'labels'>) {
  return (
    <>
      <Drawer id="notifications" title={labels.notifications ?? 'Notifications'}>
        <div id="notificationlist" hx-get="/notifications" hx-trigger="opened" hx-swap="innerMorph">
          <Skeleton lines={4} />
        </div>
      </Drawer>
      {helpbase && <HelpDrawer helpbase={helpbase} title={labels.help ?? 'Help'} />}
      {expired && <RenewalDrawer {...expired} title={labels.renewal ?? 'Renew your account'} />}
    </>
  )
}

function RenewalDrawer({ title, seats, renewurl, peopleurl }: ExpiryNotice & { title: string }) {
  return (
    <Drawer id="renewal" title={title}>
      <p>Your account or evaluation period has expired, certain functionality will not be available...</p>
      {seats && <p>{seats}</p>}
      <p>Everything stays readable, and every report and export still works. Nothing is deleted.</p>
      {!renewurl && <p>Please ask whoever manages your account to renew it.</p>}
      <div className="buttons">
        {renewurl && (
          <LinkButton look="primary" href={renewurl}>
            Subscription options
          </LinkButton>
        )}
        {peopleurl && <LinkButton href={peopleurl}>People and seats</LinkButton>}
        <Button data-close="">Hide</Button>
      </div>
    </Drawer>
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
      {/* Even an empty frame is a document of its own, which every page would pay for. */}
      <template>
        <iframe title={title} src={helpbase} />
      </template>
    </Drawer>
  )
}
