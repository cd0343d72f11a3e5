import { expect, test } from 'vitest';
import { browserOf, deviceTypeOf, systemOf } from '../../contract/user-agents.ts';
import { deviceFields } from './tracker.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const systems = [
  'Windows NT 10.0; Win64; x64',
  'iPad; CPU OS 16_0 like Mac OS X',
  'iPhone; CPU iPhone OS 18_0 like Mac OS X',
  'iPod touch; CPU iPhone OS 12_0 like Mac OS X',
  'Linux; Android 14; Pixel 8',
  'X11; CrOS x86_64 14541.0.0',
  'Macintosh; Intel Mac OS X 10_15_7',
  'X11; Linux x86_64',
  'PlayBook; U',
  'Windows NT 10.0; Tablet PC 2.0',
  'Another',
];
const engines = [
  `${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
  `${webkit} Chrome/140.0.0.0 Mobile Safari/537.36 EdgA/140.0.0.0`,
  'Gecko/20100101 Firefox/140.0',
  `${webkit} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`,
  `${webkit} Chrome/140.0.0.0 Safari/537.36`,
  `${webkit} CriOS/140.0 Mobile/15E148 Safari/604.1`,
  'AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
  'AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
  'AppleWebKit/605.1.15 Mobile/15E148 Instagram 350.0.0 (iPhone14,5; iOS 18_0)',
  `${webkit} Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36 Instagram 350.0.0 Android (34/14; 420dpi)`,
  'AppleWebKit/605.1.15 Mobile/15E148 BytedanceWebview/d8a21c6 musical_ly_33.0',
  'Another/1.0',
];
const agents = [
  '',
  'curl/8.5.0',
  ...systems.flatMap((system) => engines.map((engine) => `Mozilla/5.0 (${system}) ${engine}`)),
];

test('DATA-27, A-68: a record names the same classes as the store reads from the user agent', () => {
  for (const agent of agents) {
    expect(deviceFields(agent), agent).toEqual({
      is_mobile: deviceTypeOf(agent) === 'mobile',
      device_type: deviceTypeOf(agent),
      browser: browserOf(agent),
      os: systemOf(agent),
      user_agent: agent,
    });
  }
});
