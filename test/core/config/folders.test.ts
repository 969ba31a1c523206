import { expect, it } from 'vitest';
import { configFolder, stateFolder } from '../../../src/core/config/folders.js';

it('keeps settings and state where the variables say, else where the system does', () => {
  expect(configFolder({ ESIGN_CONFIG_DIR: 'conf' }, '/home/a', '/srv')).toEqual({
    value: '/srv/conf',
    origin: { from: 'environment', variable: 'ESIGN_CONFIG_DIR' },
  });
  expect(configFolder({ XDG_CONFIG_HOME: '/xdg' }, '/home/a', '/srv').value).toBe('/xdg/esign');
  expect(configFolder({ XDG_CONFIG_HOME: 'relative' }, '/home/a', '/srv').value).toBe('/home/a/.config/esign');
  expect(configFolder({}, '/home/a', '/srv')).toEqual({ value: '/home/a/.config/esign', origin: { from: 'default' } });
  expect(stateFolder({ ESIGN_STATE_DIR: '/s' }, '/home/a', '/srv').value).toBe('/s');
  expect(stateFolder({ XDG_STATE_HOME: '/xdg' }, '/home/a', '/srv').value).toBe('/xdg/esign');
  expect(stateFolder({}, '/home/a', '/srv').value).toBe('/home/a/.local/state/esign');
});
