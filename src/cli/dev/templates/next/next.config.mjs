/** @type {import('next').NextConfig} */
export default {
  // The page asks for the events every second.
  logging: { incomingRequests: { ignore: [/\/events$/] } },
};
