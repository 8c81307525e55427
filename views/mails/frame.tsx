import type { CSSProperties, ReactNode } from 'react'

// Mail programs know no variables, and some no style sheets: each element carries its own few declarations, and the
// sheet adds what those can do without.
const page: CSSProperties = {
  margin: 0,
  padding: '24px 12px',
  background: '#f6f8f8',
  font: '15px/1.55 -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif',
  color: '#1b2426',
}
const column: CSSProperties = { maxWidth: 560, margin: '0 auto' }
const card: CSSProperties = {
  padding: '12px 28px',
  background: '#ffffff',
  border: '1px solid #dde4e4',
  borderRadius: 8,
}
const sender: CSSProperties = { margin: '0 4px 12px', fontWeight: 600, color: '#00666b' }
const button: CSSProperties = {
  display: 'inline-block',
  padding: '10px 18px',
  background: '#00666b',
  color: '#ffffff',
  borderRadius: 6,
  textDecoration: 'none',
  fontWeight: 600,
}

const sheet = `
h1 { margin: 16px 0; font-size: 20px; line-height: 1.3 }
a { color: #00666b }
@media (prefers-color-scheme: dark) {
  body { background: #0f1416 !important; color: #e4eaea !important }
  .card { background: #171d1f !important; border-color: #2c3537 !important }
  .sender, .card a:not(.button) { color: #56b4bb !important }
  .button { background: #56b4bb !important; color: #08191b !important }
}`

type MailFrameProps = { appname: string; subject: string; children: ReactNode }

export const MailFrame = ({ appname, subject, children }: MailFrameProps) => (
  <html lang="en-ZA">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <meta name="color-scheme" content="light dark" />
      <title>{subject}</title>
      <style>{sheet}</style>
    </head>
    <body style={page}>
      <div style={column}>
        <p className="sender" style={sender}>
          {appname}
        </p>
        <div className="card" style={card}>
          {children}
        </div>
      </div>
    </body>
  </html>
)

export const MailButton = ({ href, children }: { href: string; children: ReactNode }) => (
  <p>
    <a className="button" href={href} style={button}>
      {children}
    </a>
  </p>
)
