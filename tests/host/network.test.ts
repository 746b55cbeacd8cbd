import { expect, test } from "vitest";
import { networkOf } from "../../host/sessions/network.ts";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::FFFF:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:db8:1:2::", "2001:db8:1:2::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["64:ff9b:1:2:3:4:192.0.2.7", "64:ff9b:1:2::/64"],
  ["1:2::3:192.0.2.7", "1:2:0:0::/64"],
  ["unknown", "unknown"],
  ["", ""],
])("[HOST-4] the limits count %s as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
