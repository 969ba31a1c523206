/** "first_tenant" as people read it: "First tenant". For a subject that was declared by its key alone. */
export function labelFromKey(key: string): string {
  const words = (key.split('.').at(-1) ?? key).replaceAll('_', ' ').trim();
  return words === '' ? key : words.charAt(0).toUpperCase() + words.slice(1);
}
