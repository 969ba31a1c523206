export const metadata = { title: 'Sign an agreement' };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body
        style={{ font: '16px/1.5 system-ui, sans-serif', maxWidth: '60rem', margin: '2rem auto', padding: '0 1rem' }}
      >
        {children}
      </body>
    </html>
  );
}
