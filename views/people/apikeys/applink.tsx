import { Button } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import { DateTime } from '#views/ui/datetime.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import { CopyBox } from './copybox.tsx'
import type { KeyLine } from './keys.tsx'

type AppLinkProps = {
  site: string
  zone: string
  mobile?: KeyLine
  /** A code made just now: its picture as a data address, and the same in letters. */
  created?: { image: string; link: string }
}

/** `/applink`: a code that signs a phone in. It holds a key, so it is shown once, when it is made. */
export const AppLink = (props: AppLinkProps) => (
  <>
    <PageTitle
      title="Link a phone"
      subtitle={`Signs an app on your phone in to ${props.site}, with your rights.`}
    />
    <AppLinkPart {...props} />
  </>
)

export const AppLinkPart = ({ created, ...props }: AppLinkProps) => (
  <div id="applink">
    <Panel>{created ? <CreatedCode {...created} /> : <Waiting {...props} />}</Panel>
  </div>
)

const generate = { 'hx-post': '/applink', 'hx-target': '#applink', 'hx-swap': 'outerHTML' }

const CreatedCode = ({ image, link }: NonNullable<AppLinkProps['created']>) => (
  <div className="qrcode">
    <img src={image} alt="The code to scan" width={264} height={264} />
    <p>
      Scan it with the app now. Whoever has this code can act as you, and it cannot be shown again: a new one
      takes its place.
    </p>
    <CopyBox label="The same as a link" value={link} />
    <a className="button" href="/applink">
      Done
    </a>
  </div>
)

function Waiting({ mobile, zone }: Pick<AppLinkProps, 'mobile' | 'zone'>) {
  if (!mobile)
    return (
      <EmptyState
        icon="qr-code"
        text="No phone is linked yet."
        hint="The code is shown once, so have the phone at hand."
      >
        <Button look="primary" icon="qr-code" {...generate}>
          Generate code
        </Button>
      </EmptyState>
    )
  return (
    <EmptyState
      icon="qr-code"
      text={`A code that ends in ${mobile.tail} is in use.`}
      hint="It was shown once, when it was made. A new code takes its place, and the phone has to scan it."
    >
      <p className="hint">
        Made <DateTime iso={mobile.createdutc} zone={zone} relative />,{' '}
        {mobile.lastusedutc ? (
          <>
            last used <DateTime iso={mobile.lastusedutc} zone={zone} relative />
          </>
        ) : (
          'never used'
        )}
      </p>
      <Button
        icon="refresh-cw"
        {...confirmFirst({
          question: 'Generate a new code? The phone that uses the present one is signed out.',
          yes: 'Generate new code',
        })}
        {...generate}
      >
        Generate a new code
      </Button>
    </EmptyState>
  )
}
