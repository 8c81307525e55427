import type { CSSProperties, ReactNode } from 'react'

// Mail programs know neither style sheets nor variables: each element carries its own few declarations.
const page: CSSProperties = {
  margin: 0,
  padding: '24px 12px',
  background: '#f4f5f7',
  font: '15px/1.5 -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif',
  color: '#1d2433',
}
const card: CSSProperties = {
  maxWidth: 560,
  margin: '0 auto',
  padding: '24px 28px',
  background: '#ffffff',
  border: '1px solid #dfe3ea',
  borderRadius: 8,
}
const button: CSSProperties = {
  display: 'inline-block',
  padding: '10px 18px',
  background: '#1f5fbf',
  color: '#ffffff',
  borderRadius: 6,
  textDecoration: 'none',
  fontWeight: 600,
}

/** What stands around every mail. */
export const MailFrame = ({ subject, children }: { subject: string; children: ReactNode }) => (
  <html lang="en-ZA">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>{subject}</title>
    </head>
    <body style={page}>
      <div style={card}>{children}</div>
    </body>
  </html>
)

/** The one thing that a mail asks its reader to do. */
export const MailButton = ({ href, children }: { href: string; children: ReactNode }) => (
  <p>
    <a href={href} style={button}>
      {children}
    </a>
  </p>
)
