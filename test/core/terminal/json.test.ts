import { describe, expect, it } from 'vitest';
import { idsOf, pickFields, UnknownFields } from '../../../src/core/terminal/json.js';

const list = {
  data: [
    { id: 'a', name: 'A', extra: 1 },
    { id: 'b', name: 'B' },
  ],
  next_cursor: 'b',
};

describe('picking fields', () => {
  it('picks from each item of a list and keeps the rest of its wrapper', () => {
    expect(pickFields(list, ['id'])).toEqual({ data: [{ id: 'a' }, { id: 'b' }], next_cursor: 'b' });
  });

  it('picks from one object', () => {
    expect(pickFields({ id: 'a', status: 'sent' }, ['status'])).toEqual({ status: 'sent' });
  });

  it('reaches into objects and arrays with a dot', () => {
    const envelope = { id: 'a', recipients: [{ email: 'x@example.test' }, { email: 'y@example.test' }] };
    expect(pickFields(envelope, ['recipients.email'])).toEqual({
      'recipients.email': ['x@example.test', 'y@example.test'],
    });
  });

  it('gives null for a field that only other items have', () => {
    expect(pickFields(list, ['extra'])).toEqual({ data: [{ extra: 1 }, { extra: null }], next_cursor: 'b' });
  });

  it('refuses a name that no item has, and names the ones there are', () => {
    const pick = (): unknown => pickFields(list, ['id', 'nmae']);
    expect(pick).toThrow(UnknownFields);
    expect(pick).toThrow(expect.objectContaining({ fields: ['nmae'], available: ['id', 'name', 'extra'] }));
  });

  it('does not take inherited properties for fields', () => {
    expect(() => pickFields({ id: 'a' }, ['constructor'])).toThrow(UnknownFields);
    expect(() => pickFields({ id: 'a' }, ['toString'])).toThrow(UnknownFields);
  });

  it('has nothing to check an empty list against', () => {
    expect(pickFields({ id: 'a' }, ['id', 'nmae'], { lenient: true })).toEqual({ id: 'a', nmae: null });
    expect(pickFields({ data: [] }, ['anything'])).toEqual({ data: [] });
  });
});

describe('ids', () => {
  it('are those of the items of a list, or the one of an object', () => {
    expect(idsOf(list)).toEqual(['a', 'b']);
    expect(idsOf({ id: 'a' })).toEqual(['a']);
    expect(idsOf({ people: [{ id: 'p' }] }, 'people')).toEqual(['p']);
  });
});
