import { MailButton } from './frame.tsx'

/** `trouble`: empty once copies are made again. */
export const CopiesMail = ({ trouble, href }: { trouble: string; href: string }) => (
  <>
    {trouble ? (
      <>
        <p>{trouble}</p>
        <p>
          People work on as before, and the copies that were made stay. What changes from now on is not copied
          until this is put right; then everything is caught up by itself.
        </p>
      </>
    ) : (
      <p>Everything that waited is copied, or about to be.</p>
    )}
    <MailButton href={href}>Off-site copies</MailButton>
  </>
)
