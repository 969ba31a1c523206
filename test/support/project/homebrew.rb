# Homebrew as far as the formula of a release speaks to it: installs from an archive, runs the test of the formula, and
# prints its fields: ruby homebrew.rb OS-CPU PREFIX FOLDER-OF-THE-RELEASE [EMPTY-FOLDER]
require 'json'
require 'fileutils'
class Place
  def initialize(path) = (@path = path)
  def to_s = @path
  def install(what)
    FileUtils.mkdir_p(@path)
    (what.is_a?(Hash) ? what : Array(what).to_h { |each| [each, File.basename(each)] })
      .each { |from, to| FileUtils.cp(from, File.join(@path, to)) }
  end
end
class Formula
  class << self
    attr_reader :fields, :steps
    %i[desc homepage version license url sha256].each do |name|
      define_method(name) { |value| (@fields ||= {})[name] = value }
    end
    def on(name, wanted, &block) = (yield if name == wanted)
    def on_macos(&block) = on('darwin', SYSTEM[0], &block)
    def on_linux(&block) = on('linux', SYSTEM[0], &block)
    def on_arm(&block) = on('arm64', SYSTEM[1], &block)
    def on_intel(&block) = on('x64', SYSTEM[1], &block)
    def test(&block) = (@steps = block)
  end
  %i[bin man1 man7 bash_completion zsh_completion fish_completion].each do |name|
    define_method(name) { Place.new(File.join(PREFIX, name.to_s)) }
  end
  def version = self.class.fields[:version]
  def shell_output(command) = `#{command}`.tap { raise command unless $?.success? }
  def assert_equal(one, other) = (raise "#{one} is not #{other}" unless one == other)
  def assert_match(part, text) = (raise text unless text.include?(part))
end
SYSTEM = ARGV[0].split('-')
PREFIX, archives, work = ARGV[1], ARGV[2], ARGV[3]
load File.join(archives, 'esign.rb')
fields = Esign.fields
if work
  system('tar', '-xf', File.join(archives, File.basename(fields[:url])), '-C', work, exception: true)
  Dir.chdir(Dir.glob(File.join(work, '*')).first) { Esign.new.install }
  Dir.chdir(work) { Esign.new.instance_eval(&Esign.steps) }
end
puts fields.to_json
